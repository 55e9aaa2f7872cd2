/** The question before a move that overlooks a win: the mover's, or one that it leaves to the opponent. */

import type { Geometry, Symbols } from "./geometry";
import type { GameSession } from "./gameSession";
import { HOUSE_PLAYER, readPlayerName } from "./playerNames";
import type { Position } from "./position";
import { fullLines, opponentOf, winWords } from "./rules";
import type { MoveWarning } from "./settings";
import { sideWords } from "./sideWords";
import { completions } from "./threats";
import sentences from "../../../python/hyperoxo/warnings.json";

/** The strongest level of the house player that is easy. */
const EASY = 2;

/** Return whether a setting asks before such a move in a game; never where help is off. */
export function isWarned(session: GameSession, setting: MoveWarning): boolean {
  if (session.helpRefusal !== "") return false;
  if (setting !== "easy") return setting === "always";
  const { kind, set } = readPlayerName(session.computer ?? "");
  return kind === HOUSE_PLAYER && Number(set["level"] ?? Infinity) <= EASY;
}

/** Return the question before a move; empty if it overlooks no win. */
export function overlookedQuestion(session: GameSession, cell: number, symbols: Symbols | null): string {
  const { geometry, position } = session;
  const text = overlooked(geometry, position, cell);
  if (text === "") return "";
  const words = sideWords(session, symbols)(text);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}. Play ${geometry.cells[cell] ?? ""} anyway?`;
}

/**
 * Return the win that a move overlooks: `O wins at 434: four in a row, in row 3 of tier 4`; empty if it overlooks none, as a
 * move does not that blocks one of several lines.
 */
export function overlooked(geometry: Geometry, { stones, toMove }: Position, cell: number): string {
  const wins = completions(geometry, stones);
  for (const side of [toMove, opponentOf(toMove)]) {
    const [at] = [...wins[side]].sort((one, two) => one - two);
    if (at === undefined) continue;
    if (wins[side].has(cell)) return "";
    const lines = fullLines(geometry, stones.with(at, side)).filter((line) => line.includes(at));
    return sentences.overlooked
      .replace("{side}", side.toUpperCase())
      .replace("{cell}", geometry.cells[at] ?? "")
      .replace("{lines}", winWords(geometry, lines))
      .replace(/: $/, ""); // without the server, the lines have no words
  }
  return "";
}
