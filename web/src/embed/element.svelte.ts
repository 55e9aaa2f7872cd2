/**
 * The element `<hyperoxo-board>`: a board that shows a game and steps through its moves.
 *
 * It is one file, which needs no server, touches no storage, and works where a policy forbids all but scripts: its styles
 * are a style sheet made by script, which the build puts in (`scripts/elementStyles.ts`).
 */

import { mount, unmount } from "svelte";

import "../view/style.css";
import "../view/themes.css";
import "./element.css";
import Replay from "./Replay.svelte";
import { ATTRIBUTES, type Given } from "./shownGame";

declare const __STYLES__: string;

const styles = new CSSStyleSheet();
styles.replaceSync(__STYLES__);

class HyperoxoBoard extends HTMLElement {
  static readonly observedAttributes: readonly string[] = ATTRIBUTES;

  readonly #given = $state(Object.fromEntries(ATTRIBUTES.map((name) => [name, null])) as Given);
  readonly #shadow = this.attachShadow({ mode: "open" });
  #shown: Record<string, unknown> | null = null;

  attributeChangedCallback(name: keyof Given, _before: string | null, value: string | null): void {
    this.#given[name] = value;
  }

  connectedCallback(): void {
    this.#shadow.adoptedStyleSheets = [styles];
    this.#shown ??= mount(Replay, { target: this.#shadow, props: { given: this.#given } });
  }

  disconnectedCallback(): void {
    if (this.#shown !== null) void unmount(this.#shown);
    this.#shown = null;
  }
}

// A page may load the file twice.
if (customElements.get("hyperoxo-board") === undefined) customElements.define("hyperoxo-board", HyperoxoBoard);
