/**
 * Where the page is: the address as something that views can follow, and the only way to change it.
 *
 * Links are ordinary links; the shell hands clicks on them over to {@link Router.go}, so that the page is not loaded
 * anew. Back and Forward are the browser's own, which is how Back takes a move back.
 */

import { readAddress, writeAddress, type Route } from "./address";

/** How an address is entered into the browser's history. */
type HistoryEntry = "push" | "replace";

/** The address of the page. */
class Router {
  #address = $state(present());

  /** What the address shows. */
  readonly route: Route = $derived(readAddress(this.#address));

  /** Follow the browser's Back and Forward until the returned function is called. */
  listen(): () => void {
    const moved = (): void => {
      this.#address = present();
    };
    addEventListener("popstate", moved);
    return () => {
      removeEventListener("popstate", moved);
    };
  }

  /** Go to an address; nothing happens if it is the present one. */
  go(to: Route | string, entry: HistoryEntry = "push"): void {
    const address = typeof to === "string" ? to : writeAddress(to);
    if (address === this.#address) return;
    if (entry === "push") history.pushState(null, "", address);
    else history.replaceState(null, "", address);
    this.#address = address;
  }
}

/** The page's only router. */
export const router = new Router();

function present(): string {
  return location.pathname + location.search;
}
