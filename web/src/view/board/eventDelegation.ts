/**
 * Event delegation: a board listens at its root for the events of all its cells.
 *
 * One listener at the root serves hundreds of cells in all views, which keeps them light. The root itself is nothing to
 * click on, so these listeners are attached and are no part of the markup.
 */

import type { Attachment } from "svelte/attachments";
import { on } from "svelte/events";

/** What to do on each kind of event. */
type DelegatedListeners = {
  readonly [Kind in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Kind]) => void;
};

/**
 * Attach listeners for as long as the element exists.
 *
 * They stand outside of what is being updated: a button that is taken away while it has the focus loses it in the midst
 * of an update, and its listener may change things all the same.
 */
export function delegateEvents(listeners: DelegatedListeners): Attachment<HTMLElement> {
  return (element) => {
    const stops = Object.entries(listeners).map(([kind, listener]) => on(element, kind, listener as EventListener));
    return () => {
      for (const stop of stops) stop();
    };
  };
}

/** Return the cell that an event's target shows, or null if it shows none. */
export function cellOfElement(target: EventTarget | null): number | null {
  const element = target instanceof Element ? target.closest("[data-cell]") : null;
  const cell = element?.getAttribute("data-cell") ?? null;
  return cell === null ? null : Number(cell);
}
