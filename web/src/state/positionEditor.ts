/** Setting a position up: what a click on a cell does with the stone in hand. */

import type { Side, Stone } from "./geometry";
import type { Position } from "./position";

/** The stone in hand: one side's, or X and O in turns. */
export type Brush = Side | "turns";

/** Return the stone that is placed next. */
export function nextStone(brush: Brush, stones: readonly Stone[]): Side {
  if (brush !== "turns") return brush;
  const count = (side: Side): number => stones.filter((stone) => stone === side).length;
  return count("x") > count("o") ? "o" : "x";
}

/** Place a stone on a cell, or take away what stands there; a stone of the other side is replaced. */
export function toggleStone({ stones, toMove }: Position, cell: number, brush: Brush): Position {
  const next = [...stones];
  const stone = stones[cell] ?? null;
  const isReplaced = stone !== null && brush !== "turns" && stone !== brush;
  next[cell] = stone === null || isReplaced ? nextStone(brush, stones) : null;
  // Stones that are placed in turns say whose turn it is; otherwise that stays as it was chosen.
  return { stones: next, toMove: brush === "turns" ? nextStone("turns", next) : toMove };
}
