/**
 * Events that a whole board hears for its cells.
 *
 * One listener at the root serves hundreds of cells in all views, which keeps them light. The root itself is nothing to
 * click on, so these listeners are attached and are no part of the markup.
 */

import type { Attachment } from "svelte/attachments";

/** What to do on each kind of event. */
export type Listeners = {
  readonly [Kind in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Kind]) => void;
};

/** Attach listeners for as long as the element is there. */
export function listening(listeners: Listeners): Attachment<HTMLElement> {
  return (element) => {
    const stop = new AbortController();
    for (const [kind, listener] of Object.entries(listeners)) {
      element.addEventListener(kind, listener as EventListener, { signal: stop.signal });
    }
    return () => {
      stop.abort();
    };
  };
}

/** Return the cell that an event's target shows, or null if it shows none. */
export function cellOf(target: EventTarget | null): number | null {
  const element = target instanceof Element ? target.closest("[data-cell]") : null;
  const cell = element?.getAttribute("data-cell") ?? null;
  return cell === null ? null : Number(cell);
}
