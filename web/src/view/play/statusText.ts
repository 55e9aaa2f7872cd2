/** The texts of the status line: the turn, or what the board shows in its place; and beside it the last move or a hint. */

import type { Exploration } from "../../state/exploration.svelte";
import type { GameSession } from "../../state/gameSession";
import { sideName, type Symbols } from "../../state/geometry";
import { currentPath, nodeAt } from "../../state/moveTree";
import { reasonCells } from "../../state/reasons";
import { winWords } from "../../state/rules";
import { sideWords } from "../../state/sideWords";

/** The text beside the status, with its reason if a computer gave one. */
interface Beside {
  readonly text: string;
  readonly reason?: string;
  /** The cells that the reason is about. */
  readonly cells?: readonly number[];
  readonly isRefusal?: boolean;
  /** The board whose rules are linked; absent for none. */
  readonly rules?: string;
}

/**
 * Return the status of the position that is shown.
 *
 * @param turn - whose turn it is, for a game that goes on.
 * @param headline - the end of the game.
 */
export function statusText(
  exploration: Exploration,
  turn: string | undefined,
  headline: string,
  symbols: Symbols | null,
): string {
  const { asking, proof, line, position, result } = exploration;
  if (asking) return "Why?";
  if (proof !== null) return `Why ${proof.cell}?`;
  if (line !== null) return line.title;
  return result === null ? (turn ?? `${sideName(position.toMove, symbols)} to move`) : headline;
}

/**
 * Return the text beside the status.
 *
 * @param hint - the hint that is shown, empty if there is none.
 */
export function besideText(
  session: GameSession,
  exploration: Exploration,
  hint: string,
  symbols: Symbols | null,
  withReason: boolean,
): Beside {
  const { refusal, asking, proof, line } = exploration;
  const { lastMove, stones } = exploration.position;
  if (refusal !== "") return { text: refusal, isRefusal: true };
  if (asking) return { text: "Choose any cell: why is it good or bad?" };
  if (proof !== null) return { text: proof.text };
  if (hint !== "") return { text: `Hint: ${hint}` };
  if (line?.at === 0) return { text: line.legend };
  if (lastMove === null) return { text: session.geometry.whatWins, rules: session.geometry.name };
  const mover = stones[lastMove] ?? null;
  const side = mover === null ? "" : sideName(mover, symbols);
  const name = session.geometry.cells[lastMove] ?? "";
  const { geometry } = session;
  const note = session.noteAt(session.tree.here);
  const won = winWords(geometry, exploration.position.wins);
  if (line !== null) return { text: `${side} plays ${name}`, reason: won };
  // The turn of a live game has this already.
  const { length } = currentPath(session.tree);
  const { ply } = nodeAt(session.tree);
  const place = session.isLive || ply === length - 1 ? "" : `, move ${String(ply)} of ${String(length - 1)}`;
  const reason = withReason ? (note?.sentence ?? "") : "";
  const words = reason === "" ? won : sideWords(session, symbols)(reason);
  return { text: `${side} played ${name}${place}`, reason: words, cells: reasonCells(geometry, note) };
}
