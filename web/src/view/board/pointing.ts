/**
 * Pointing: the cell under the mouse, drawn in a task of its own.
 *
 * Browsers send moves of the pointer just before they draw a frame. What a new cell changes, its lines and stones, would
 * make that frame late; a task after it lets clicks and keys pass between.
 */

import { after } from "../../timers";
import { cellOfElement } from "./eventDelegation";

/** Return listeners that call `show` with the cell under the mouse, or null; of several cells in a frame, the last. */
export function followPointer(show: (cell: number | null) => void): {
  pointerover: (event: PointerEvent) => void;
  pointerleave: () => void;
} {
  let cancel: (() => void) | undefined;

  return {
    pointerover: (event) => {
      const cell = event.pointerType === "touch" ? null : cellOfElement(event.target);
      cancel?.();
      cancel = after(0, () => show(cell));
    },
    // What the pointer enters next may point at cells itself, so this must not come after it.
    pointerleave: () => {
      cancel?.();
      show(null);
    },
  };
}
