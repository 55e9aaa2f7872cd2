/**
 * Event delegation: a board listens at its root for the events of all its cells.
 *
 * One listener at the root serves hundreds of cells in all views. It is attached by code and not in the markup, because
 * the root itself is not interactive.
 */

import { tick } from "svelte";
import type { Attachment } from "svelte/attachments";
import { on } from "svelte/events";

type DelegatedListeners = {
  readonly [Kind in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Kind]) => void;
};

/**
 * Attach listeners until the element is removed.
 *
 * The listeners may change state even during an update: removing a button that has the focus sends `focusout` in the
 * middle of the update.
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

/** The name of the view that only chooses the plane to enlarge. */
export const OVERVIEW = "overview";

/** Return the name of the view in which an event's target is, or null if it is in none. */
export function regionOf(target: EventTarget | null): string | null {
  const region = target instanceof Element ? target.closest("[data-region]") : null;
  return region?.getAttribute("data-region") ?? null;
}

/** Return the element with the focus in the document, or in the shadow tree, that an element is in. */
export function focusedBeside(element: Element | undefined): Element | null {
  const root = element?.getRootNode();
  return root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
}

/** Focus a cell of a board, in the view that had the focus if it shows the cell. */
export async function focusCellIn(
  root: Element | undefined,
  cell: number,
  region: string | null,
  options: FocusOptions,
): Promise<void> {
  await tick(); // the cell's plane may not be shown before
  const within =
    region === null ? null : root?.querySelector(`[data-region="${region}"] [data-cell="${String(cell)}"]`);
  const found = within ?? root?.querySelector(`[role="gridcell"][data-cell="${String(cell)}"]`);
  if (found instanceof HTMLElement || found instanceof SVGElement) found.focus(options);
}
