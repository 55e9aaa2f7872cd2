/** A small picture of a plane, on a map or in a row of stacks, as a button that enlarges the plane. */

import type { SvelteHTMLElements } from "svelte/elements";

import type { Plane } from "../../state/planes";
import type { BoardModel } from "./boardModel.svelte";
import { cellOfElement } from "./eventDelegation";

/**
 * Return the attributes of the picture. The tab key reaches none: PgUp and PgDn move between planes.
 *
 * @param onpick - called with the cell that was clicked, or with the one at the same place as that of the last plane.
 */
export function planeButton(model: BoardModel, plane: Plane, onpick: (cell: number) => void): SvelteHTMLElements["g"] {
  const isEnlarged = plane.rows.some((cells) => cells.includes(model.enlarged));
  const stones = plane.rows.flat().filter((cell) => model.stones[cell] !== null).length;

  function pick({ target }: Event): void {
    const before = model.planeOf(model.enlarged)?.rows ?? [];
    const row = before.findIndex((cells) => cells.includes(model.enlarged));
    const same = plane.rows[row]?.[before[row]?.indexOf(model.enlarged) ?? 0];
    onpick(cellOfElement(target) ?? same ?? model.enlarged);
  }

  return {
    role: "button",
    tabindex: -1,
    "aria-label": `${plane.name}, ${String(stones)} ${stones === 1 ? "stone" : "stones"}`,
    "aria-current": isEnlarged,
    onclick: pick,
  };
}
