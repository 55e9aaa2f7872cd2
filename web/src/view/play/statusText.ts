/** The texts of the status line: the turn, or what the board shows in its place; and below it what the coach says. */

import { reasonOf, sideWords, type Said } from "../../state/coach";
import type { Exploration } from "../../state/exploration.svelte";
import type { GameSession } from "../../state/gameSession";
import { sideName, type Symbols } from "../../state/geometry";
import { currentPath, nodeAt } from "../../state/moveTree";
import { winWords } from "../../state/rules";

/** What is said below the status, by the coach and others. */
export interface Spoken extends Partial<Said> {
  readonly text: string;
  readonly isRefusal?: boolean;
  /** The board whose rules are linked; absent for none. */
  readonly rules?: string;
  /** Shows on the board what is said, or takes it off. */
  readonly onshow?: (() => void) | undefined;
  readonly isShown?: boolean;
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
 * Return what is said below the status: a refusal, a proof, the hint that is shown, or the last move and, unless another
 * part of the page says how the game ended, its reason.
 */
export function spokenText(
  session: GameSession,
  exploration: Exploration,
  hint: Said | null,
  symbols: Symbols | null,
  withReason: boolean,
  isEndSaid: boolean,
): Spoken {
  const { refusal, asking, proof, line } = exploration;
  const { lastMove, stones, wins } = exploration.position;
  if (refusal !== "") return { text: refusal, isRefusal: true };
  if (asking) return { text: "Choose any cell: why is it good or bad?" };
  if (proof !== null) {
    const onshow = proof.canThreaten ? () => proof.showThreat(!proof.isThreatShown) : undefined;
    return { text: proof.text, onshow, isShown: proof.isThreatShown };
  }
  if (hint !== null) return { text: hint.text };
  if (line !== null) return { text: sideWords(session, symbols)(line.text) };
  if (lastMove === null) return { text: session.geometry.whatWins, rules: session.geometry.name };
  const { geometry, tree } = session;
  const name = geometry.cells[lastMove] ?? "";
  const side = sideName(stones[lastMove] ?? "x", symbols);
  const won = isEndSaid ? "" : winWords(geometry, wins);
  // The turn of a live game has this already.
  const { length } = currentPath(tree);
  const { ply } = nodeAt(tree);
  const place = session.isLive || ply === length - 1 ? "" : `, move ${String(ply)} of ${String(length - 1)}`;
  const reason = withReason && !isEndSaid ? reasonOf(geometry, session.noteAt(tree.here)) : null;
  if (reason === null) return { text: `${side} played ${name}${place}${won === "" ? "" : `: ${won}`}` };
  const { text, cells } = reason;
  const played = /^[XO] /.test(text) ? name : `${side} played ${name}`;
  return { text: sideWords(session, symbols)(`${played}${place}: ${text}`), cells };
}
