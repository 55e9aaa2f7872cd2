/**
 * Pointing: what is under the mouse, drawn in a task of its own.
 *
 * Browsers send moves of the pointer just before they draw a frame. What a new cell changes, its lines and stones, would
 * make that frame late; a task after it lets clicks and keys pass between.
 */

import { after } from "../../timers";

/** Return listeners that call `show` with what is under the mouse, null outside; of several in a frame, the last. */
export function followPointer(show: (target: EventTarget | null) => void): {
  pointerover: (event: PointerEvent) => void;
  pointerleave: () => void;
} {
  let cancel: (() => void) | undefined;

  return {
    pointerover: (event) => {
      const target = event.pointerType === "touch" ? null : event.target;
      cancel?.();
      cancel = after(0, () => show(target));
    },
    // What the pointer enters next may point at cells itself, so this must not come after it.
    pointerleave: () => {
      cancel?.();
      show(null);
    },
  };
}
