/** The position editor: the effect of a click on a cell. */

import type { Side, Stone } from "./geometry";
import type { Position } from "./position";

/** The stones that clicks place: one side's, or X and O alternately. */
export type Brush = Side | "turns";

export function nextStone(brush: Brush, stones: readonly Stone[]): Side {
  if (brush !== "turns") return brush;
  const count = (side: Side): number => stones.filter((stone) => stone === side).length;
  return count("x") > count("o") ? "o" : "x";
}

/** Place a stone on an empty cell, replace a stone of the other side, or remove any other stone. */
export function toggleStone({ stones, toMove }: Position, cell: number, brush: Brush): Position {
  const next = [...stones];
  const stone = stones[cell] ?? null;
  const isReplaced = stone !== null && brush !== "turns" && stone !== brush;
  next[cell] = stone === null || isReplaced ? nextStone(brush, stones) : null;
  // Stones that alternate determine the side to move; otherwise the chosen side stays.
  return { stones: next, toMove: brush === "turns" ? nextStone("turns", next) : toMove };
}
