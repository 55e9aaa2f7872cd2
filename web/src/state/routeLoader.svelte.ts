// What a page shows for its address: loaded at first and after each change of the address, with why it failed.

import { untrack } from "svelte";

import { errorText } from "../api/client";
import type { Route } from "./address";
import { router } from "./router.svelte";

type RouteOf<Page extends Route["page"]> = Extract<Route, { readonly page: Page }>;

/** Made by a component, whose life it shares. */
export class RouteLoader<Page extends Route["page"]> {
  /** Why the address cannot be shown; empty if it can. */
  fault = $state("");

  readonly #page: Page;
  readonly #load: (route: RouteOf<Page>) => Promise<void>;
  readonly #faultText: (error: unknown) => string;

  /** After a wait, `load` must compare its route with the present one, which may be newer. */
  constructor(
    page: Page,
    load: (route: RouteOf<Page>) => Promise<void>,
    faultText: (error: unknown) => string = errorText,
  ) {
    this.#page = page;
    this.#load = load;
    this.#faultText = faultText;
    $effect(() => {
      if (this.route !== null) untrack(() => void this.reload());
    });
  }

  /** The route of the page; null once the address names another page. Also right when the component is gone. */
  get route(): RouteOf<Page> | null {
    return router.route.page === this.#page ? (router.route as RouteOf<Page>) : null;
  }

  /** Load what the present route names, again after a fault. */
  async reload(): Promise<void> {
    const { route } = this;
    if (route === null) return;
    this.fault = "";
    try {
      await this.#load(route);
    } catch (error) {
      if (route === this.route) this.fault = this.#faultText(error);
    }
  }
}
