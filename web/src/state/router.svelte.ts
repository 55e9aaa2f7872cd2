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
  /** The ply that the page stored with this entry of the history; null for none. Links and copies do not contain it. */
  ply: number | null = $state(storedPly());

  readonly route: Route = $derived(readAddress(this.#address));

  /** Follow the browser's Back and Forward until the returned function is called. */
  listen(): () => void {
    const moved = (): void => {
      this.#address = present();
      this.ply = storedPly();
    };
    addEventListener("popstate", moved);
    return () => removeEventListener("popstate", moved);
  }

  /** Go to an address, unless it is the present one; Back and Forward find the `ply`, which links do not contain. */
  go(to: Route | string, entry: HistoryEntry = "push", ply: number | null = null): void {
    const address = typeof to === "string" ? to : writeAddress(to);
    if (address === this.#address && (ply === null || ply === this.ply)) return;
    if (entry === "push") history.pushState({ ply }, "", address);
    else history.replaceState({ ply }, "", address);
    this.#address = address;
    this.ply = ply;
  }
}

export const router = new Router();

function present(): string {
  return location.pathname + location.search;
}

function storedPly(): number | null {
  const { ply } = (history.state ?? {}) as { ply?: unknown };
  return typeof ply === "number" ? ply : null;
}
