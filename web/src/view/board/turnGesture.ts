/**
 * The drag that turns the stack: half a turn across its surface; the release snaps to the nearest quarter. A tap on the left
 * or right half of the ring turns by a quarter.
 */

import { quarterTurn } from "../../state/projection";

/** A surface that is dragged, which begins on its background: no drag becomes a tap on a cell, or on a button. */
export class TurnGesture {
  readonly #yaw: () => number;
  readonly #turn: (yaw: number, smoothly: boolean) => void;
  #grip: { readonly x: number; readonly yaw: number; readonly ring: Element | undefined } | null = null;

  /** Angles are in degrees. */
  constructor(yaw: () => number, turn: (yaw: number, smoothly: boolean) => void) {
    this.#yaw = yaw;
    this.#turn = turn;
  }

  readonly listeners = {
    pointerdown: (event: PointerEvent): void => {
      // A second finger belongs to the browser, which zooms.
      if (this.#grip !== null) this.#release();
      const target = event.target instanceof Element ? event.target : null;
      const isSecond = "isPrimary" in event && !event.isPrimary;
      if (isSecond || event.button !== 0 || target?.closest("[data-cell], button") !== null) return;
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      // The surface has the pointer from now on, so that the ring gets no click.
      this.#grip = { x: event.clientX, yaw: this.#yaw(), ring: target.closest("[role=slider]") ?? undefined };
    },
    pointermove: (event: PointerEvent): void => {
      if (this.#grip === null) return;
      const { width } = (event.currentTarget as Element).getBoundingClientRect();
      this.#turn(this.#grip.yaw + ((event.clientX - this.#grip.x) / width) * 180, false);
    },
    pointerup: (): void => this.#release(),
    pointercancel: (): void => this.#release(),
  };

  #release(): void {
    if (this.#grip === null) return;
    const { x, yaw, ring } = this.#grip;
    this.#grip = null;
    if (this.#yaw() !== yaw) this.#turn(quarterTurn(this.#yaw(), 0), true);
    else if (ring !== undefined) {
      const { left, width } = ring.getBoundingClientRect();
      this.#turn(quarterTurn(yaw, x < left + width / 2 ? -1 : 1), true);
    }
  }
}
