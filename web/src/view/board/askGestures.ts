/** Gestures that ask about a cell instead of playing it: a right click, and a long press of a finger or pen. */

import { cellOfElement } from "./eventDelegation";

/** How long a press is long, in milliseconds, and how far the finger may move meanwhile, in pixels. */
const [LONG_PRESS, STILL] = [500, 10];

/** The listeners of the gestures, and whether the click that follows belongs to one. */
export class AskGestures {
  readonly #ask: (cell: number) => boolean;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #from = { x: 0, y: 0 };
  #hasAsked = false;

  /** @param ask - asks about a cell; returns whether the board can be asked. */
  constructor(ask: (cell: number) => boolean) {
    this.#ask = ask;
  }

  readonly listeners = {
    pointerdown: (event: PointerEvent): void => {
      this.#cancel();
      this.#hasAsked = false;
      const cell = cellOfElement(event.target);
      if (cell === null || event.pointerType === "mouse" || !event.isPrimary) return;
      this.#from = { x: event.clientX, y: event.clientY };
      this.#timer = setTimeout(() => {
        this.#hasAsked = this.#ask(cell);
      }, LONG_PRESS);
    },
    pointermove: (event: PointerEvent): void => {
      if (Math.hypot(event.clientX - this.#from.x, event.clientY - this.#from.y) > STILL) this.#cancel();
    },
    pointerup: (): void => {
      this.#cancel();
    },
    pointercancel: (): void => {
      this.#cancel();
    },
    // A browser's own long press sends this event too.
    contextmenu: (event: MouseEvent): void => {
      const cell = cellOfElement(event.target);
      if (cell === null) return;
      this.#cancel();
      if (this.#hasAsked || this.#ask(cell)) {
        this.#hasAsked = true;
        event.preventDefault();
      }
    },
  };

  /** Return whether a click ends a gesture and must not play. */
  endsGesture(): boolean {
    const asked = this.#hasAsked;
    this.#hasAsked = false;
    return asked;
  }

  #cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
