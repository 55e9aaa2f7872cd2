/**
 * The router: the address of the page, as reactive state, and the only way to change it.
 *
 * Links are ordinary links. The shell passes clicks on them to {@link Router.go}, which shows the new route without
 * loading the page again. Back and Forward are the browser's own.
 */

import { readAddress, writeAddress, type Route } from "./address";

/** Whether an address adds an entry to the browser's history, or replaces the last one. */
type HistoryEntry = "push" | "replace";

class Router {
  #address = $state(present());

  readonly route: Route = $derived(readAddress(this.#address));

  /** Follow the browser's Back and Forward until the returned function is called. */
  listen(): () => void {
    const moved = (): void => {
      this.#address = present();
    };
    addEventListener("popstate", moved);
    return () => removeEventListener("popstate", moved);
  }

  /** Go to an address, unless it is the present one. */
  go(to: Route | string, entry: HistoryEntry = "push"): void {
    const address = typeof to === "string" ? to : writeAddress(to);
    if (address === this.#address) return;
    if (entry === "push") history.pushState(null, "", address);
    else history.replaceState(null, "", address);
    this.#address = address;
  }
}

export const router = new Router();

function present(): string {
  return location.pathname + location.search;
}
