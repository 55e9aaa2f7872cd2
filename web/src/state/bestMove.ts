/** The best move of an analysis. Its value is that of the position, so the hint, the labels and the bar agree. */

import type { CellMessage } from "../api/types";
import { sideName, type Side, type Symbols } from "./geometry";
import { opponentOf } from "./rules";

/** A cell, by name, and the value of moving there. */
export interface BestMove {
  readonly cell: string;
  readonly found: CellMessage;
}

/** Return the expected score of a move in percent, a draw counting half; null if there is not even a guess. */
export function expectedScore({ outcome, chance }: CellMessage): number | null {
  switch (outcome) {
    case "win":
      return 100;
    case "draw":
      return 50;
    case "loss":
      return 0;
    default:
      return chance;
  }
}

/**
 * Return the best move: a proved win, the soonest first; else the highest expected score, a proved one before a guess;
 * proved losses last, the latest first. Null if nothing is known.
 */
export function bestMove(cells: Readonly<Record<string, CellMessage>>): BestMove | null {
  let best: BestMove | null = null;
  for (const [cell, found] of Object.entries(cells)) {
    if (expectedScore(found) !== null && (best === null || isBetter(found, best.found))) best = { cell, found };
  }
  return best;
}

/** Return whether no move is better than that to a cell, as far as is known. */
export function isBest(cells: Readonly<Record<string, CellMessage>>, cell: string): boolean {
  const [best, found] = [bestMove(cells), cells[cell]];
  return best === null || (found !== undefined && !isBetter(best.found, found));
}

/** Return the share of X in the value of a position, in percent. */
export function shareOfX(toMove: Side, { found }: BestMove): number {
  const score = expectedScore(found) ?? 50;
  return toMove === "x" ? score : 100 - score;
}

/** Return what the best move makes of the position, for people: `X can force a win`, `Draw`, `X: about 62 %`. */
export function positionText(toMove: Side, { found }: BestMove, symbols: Symbols | null = null): string {
  switch (found.outcome) {
    case "win":
      return `${sideName(toMove, symbols)} can force a win`;
    case "loss":
      return `${sideName(opponentOf(toMove), symbols)} can force a win`;
    case "draw":
      return "Draw";
    default:
      return `${sideName(toMove, symbols)}: about ${String(found.chance ?? 50)} %`;
  }
}

function isBetter(one: CellMessage, two: CellMessage): boolean {
  const [first, second] = [rank(one), rank(two)];
  const differing = first.findIndex((value, index) => value !== second[index]);
  return differing !== -1 && (first[differing] ?? 0) > (second[differing] ?? 0);
}

/** Return the numbers by which moves are compared, the most important first; higher is better. */
function rank(found: CellMessage): readonly [number, number, number] {
  const plies = found.plies ?? 0;
  switch (found.outcome) {
    case "win":
      return [2, -plies, Number(found.exact)];
    case "loss":
      return [0, plies, Number(found.exact)];
    default:
      return [1, expectedScore(found) ?? 0, Number(found.outcome === "draw")];
  }
}
