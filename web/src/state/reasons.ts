/** The reasons of computers' moves: the sentence where a game shows it, and the cells that it is about. */

import type { MoveNote } from "../api/types";
import type { GameSession } from "./gameSession";
import type { Geometry } from "./geometry";
import { nodeAt } from "./moveTree";

/** Return the reason of a node's move; one that says the like of an earlier one in the game is short. */
export function reasonText(session: GameSession, node: number): string {
  const again = againText(session.noteAt(node));
  if (again === null) return session.noteAt(node)?.sentence ?? "";
  const before = (at: number | null) => (at === null ? null : nodeAt(session.tree, at).parent);
  for (let at = before(before(node)); at !== null; at = before(before(at))) {
    if (againText(session.noteAt(at)) !== null) return again;
  }
  return session.noteAt(node)?.sentence ?? "";
}

/** Return the cells of the lines that the reasons of a move are about. */
export function reasonCells(geometry: Geometry, note: MoveNote | null): readonly number[] {
  const lines = note?.reasons?.["lines"] ?? note?.reasons?.["rows"];
  const names = Array.isArray(lines) ? lines.flat() : [];
  return names.map((name) => geometry.cells.indexOf(String(name))).filter((cell) => cell !== -1);
}

/** Return the short reason of a move, null for most. */
function againText(note: MoveNote | null): string | null {
  const again = note?.reasons?.["again"];
  return typeof again === "string" ? again : null;
}
