/**
 * The drag that turns the stack: half a turn across its surface; the release snaps to the nearest quarter. A tap on the left
 * or right half of the ring turns by a quarter.
 */

import { quarterTurn } from "../../state/projection";
import type { BoardModel } from "./boardModel.svelte";

/** A surface that is dragged, which begins on its background: no drag becomes a tap on a cell, or on a button. */
export class TurnGesture {
  readonly #model: Pick<BoardModel, "views" | "turn">;
  #grip: { readonly x: number; readonly yaw: number; readonly ring: Element | undefined } | null = null;

  constructor(model: Pick<BoardModel, "views" | "turn">) {
    this.#model = model;
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
      this.#grip = { x: event.clientX, yaw: this.#model.views.yaw, ring: target.closest("[role=slider]") ?? undefined };
    },
    pointermove: (event: PointerEvent): void => {
      if (this.#grip === null) return;
      const { width } = (event.currentTarget as Element).getBoundingClientRect();
      this.#model.turn(this.#grip.yaw + ((event.clientX - this.#grip.x) / width) * 180, false);
    },
    pointerup: (): void => this.#release(),
    pointercancel: (): void => this.#release(),
  };

  #release(): void {
    if (this.#grip === null) return;
    const { x, yaw, ring } = this.#grip;
    this.#grip = null;
    if (this.#model.views.yaw !== yaw) this.#model.turn(quarterTurn(this.#model.views.yaw, 0), true);
    else if (ring !== undefined) {
      const { left, width } = ring.getBoundingClientRect();
      this.#model.turn(quarterTurn(yaw, x < left + width / 2 ? -1 : 1), true);
    }
  }
}
