/** Gestures that ask about a cell instead of playing it: a right click, and a long press of a finger or pen. */

import { after, TIMES } from "../../timers";
import { cellOfElement } from "./eventDelegation";

/** How far the finger may move in a long press, in pixels. */
const STILL = 10;

/** The listeners of the gestures, and whether the click that follows belongs to one. */
export class AskGestures {
  readonly #ask: (cell: number) => boolean;
  #cancel: () => void = () => undefined;
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
      this.#cancel = after(TIMES.longPress, () => (this.#hasAsked = this.#ask(cell)));
    },
    pointermove: (event: PointerEvent): void => {
      if (Math.hypot(event.clientX - this.#from.x, event.clientY - this.#from.y) > STILL) this.#cancel();
    },
    pointerup: (): void => this.#cancel(),
    pointercancel: (): void => this.#cancel(),
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
}
