/** The cells that the reason of a computer's move is about. */

import type { MoveNote } from "../api/types";
import type { Geometry } from "./geometry";

/** Return the cells of the lines that the reasons of a move are about. */
export function reasonCells(geometry: Geometry, note: MoveNote | null): readonly number[] {
  const lines = note?.reasons?.["lines"] ?? note?.reasons?.["rows"];
  const names = Array.isArray(lines) ? lines.flat() : [];
  return names.map((name) => geometry.cells.indexOf(String(name))).filter((cell) => cell !== -1);
}
