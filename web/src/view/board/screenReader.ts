/** Texts about the board for screen readers. */

import type { Said } from "../../state/coach";
import { cellNames, sideName, type Geometry, type Side, type Stone, type Symbols } from "../../state/geometry";
import type { Label } from "../../state/labels";
import { axisName } from "../../state/planes";
import { winnerOf } from "../../state/rules";
import type { Ring } from "../../state/threats";

/** The facts of a cell that a screen reader announces. */
export interface CellFacts {
  readonly stone: Stone;
  readonly ring: Ring | null;
  /** The side that would complete a line on a ringed cell. */
  readonly threat: Side | null;
  readonly label: Label | null;
  readonly last: boolean;
  /** Whether the stone belongs to a line that is only shown, and was not played. */
  readonly trial: boolean;
  readonly won: boolean;
  readonly symbols: Symbols | null;
}

/** Return the text for a cell's place: `tier 2, row 3, column 1`. */
export function placeOf(geometry: Geometry, cell: number): string {
  const at = geometry.coordinates(cell);
  return at.map((along, axis) => `${axisName(geometry, axis)} ${String(along)}`).join(", ");
}

/** Return the text for a cell: `tier 2, row 3, column 1, empty, X threatens`. */
export function describeCell(geometry: Geometry, cell: number, facts: CellFacts): string {
  const { stone, threat, label, last, won, symbols } = facts;
  const parts = [placeOf(geometry, cell), stone === null ? "empty" : sideName(stone, symbols)];
  if (last) parts.push("last move");
  if (won) parts.push("in a full line");
  if (threat !== null) parts.push(`${sideName(threat, symbols)} threatens`);
  if (label !== null) parts.push(spoken(label));
  return parts.join(", ");
}

/** Return the question about a cell that is to be confirmed, what the move overlooks, and the keys. */
export function describeQuestion(geometry: Geometry, cell: number, warning: Said | null): string {
  return `${warning?.text ?? `${placeOf(geometry, cell)}: play?`} Enter plays it, Escape cancels.`;
}

/** Return one or two sentences about the last move, the turn and the result. */
export function describePosition(
  geometry: Geometry,
  position: {
    readonly stones: readonly Stone[];
    readonly toMove: Side | null;
    readonly lastMove: number | null;
    readonly wins: readonly (readonly number[])[];
    readonly symbols: Symbols | null;
  },
): string {
  const { stones, toMove, lastMove, wins, symbols } = position;
  const sentences: string[] = [];
  const mover = lastMove === null ? null : (stones[lastMove] ?? null);
  if (lastMove !== null && mover !== null) {
    sentences.push(`${sideName(mover, symbols)} on ${placeOf(geometry, lastMove)}.`);
  }
  const winner = winnerOf(wins, stones);
  if (winner !== null) {
    const named = wins.map((line) => cellNames(geometry, line).join(" "));
    sentences.push(`${sideName(winner, symbols)} wins with ${named.join(" and with ")}.`);
  } else if (toMove !== null) {
    sentences.push(`${sideName(toMove, symbols)} to move.`);
  }
  return sentences.join(" ");
}

function spoken(label: Label): string {
  const text = label.text;
  const spokenTexts: Record<Label["kind"], string> = {
    proved: text,
    heuristic: `estimate ${text}`,
    points: label.spoken ?? text,
    sign: label.spoken ?? text,
    step: `move ${text} of the proof`,
    reply: `${text === "!" ? "" : `reply ${text}: `}${label.spoken ?? ""}`,
  };
  return spokenTexts[label.kind];
}
