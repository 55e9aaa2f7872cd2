/** Components in the document of a test, which are taken away after it. */

import { flushSync, mount, unmount, type Component } from "svelte";

/** Any properties, or any exports. */
type Named = ReturnType<typeof mount>;

const shown = new Set<Named>();

/** Show a component in an element of its own, and return the element. */
export function show<Props extends Named>(component: Component<Props>, props: Props): HTMLElement {
  const target = document.body.appendChild(document.createElement("div"));
  shown.add(mount<Props, Named>(component, { target, props }));
  flushSync();
  return target;
}

/** Take away all that is shown. */
export function clear(): void {
  for (const component of shown) void unmount(component);
  shown.clear();
  document.body.replaceChildren();
}

/** Return the button with that text. */
export function button(text: string): HTMLButtonElement {
  const found = [...document.querySelectorAll("button")].find(({ textContent }) => textContent.trim() === text);
  if (found === undefined) throw new Error(`there is no button ${text}: ${document.body.textContent}`);
  return found;
}

/** Press the button with that text. */
export function press(text: string): void {
  button(text).click();
  flushSync();
}
