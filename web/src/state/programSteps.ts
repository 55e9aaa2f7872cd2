/** The steps of *Write a program*: what the page adds to them, and a position that one changes cell by cell. */

import type { StepSight } from "../api/types";
import type { Geometry, Stone } from "./geometry";
import { nextStone, writePosition, type Position } from "./position";
import { gamePosition, positionFault } from "./rules";

export type Numbering = "rows" | "rim" | "ring" | "magic" | "base-8";

/** The numberings of the first step: the cells, the next corner, the opposite, and the test of a line. */
export const NUMBERINGS: readonly (readonly [name: Numbering, ...texts: readonly [string, string, string, string]])[] =
  [
    ["rows", "rows 1 to 9", "a table", "10 − n", "evenly spaced from the right beginning"],
    [
      "rim",
      "rim 0 to 7, 8 inside",
      "n + 2 AND 6",
      "n + 4 AND 7",
      "an odd number and its neighbours, or opposites and 8",
    ],
    ["ring", "ring 1 to 8, 0 inside", "n + 2 wrapped", "n + 4 wrapped", "the same, one higher"],
    ["magic", "magic square", "2n mod 10", "10 − n", "the sum is 15"],
    [
      "base-8",
      "base 8 of 4x4x4",
      "one digit from end to end",
      "77 − n",
      "evenly spaced, each axis still or from end to end",
    ],
  ];

/** The options of the steps, as they are at first. */
export const USUAL = { numbering: "magic" as Numbering, levels: false, moves: 4 };
export type StepOptions = typeof USUAL;

/** The board and the position with which a step is shown at first. */
const EXAMPLES: Readonly<Record<string, readonly [board: string, position: string]>> = {
  number: ["3x3", "x8 o"],
  see: ["3x3", "x1o1x1o2 x"],
  block: ["4x4x4", "o4x10xxx10o12x2o1o6o1x4o2 x"],
  weigh: ["4x4x4", "16xx3ox1ox1o2o33 x"],
  ahead: ["4x4x4", "6x7oo2o2o4o7oxo8xx1x6x7x x"],
};

export function exampleOf(step: string, { numbering }: StepOptions): readonly [board: string, position: string] {
  const inBase8 = step === "number" && numbering === "base-8";
  return inBase8 ? ["4x4x4", "x63 o"] : (EXAMPLES[step] ?? ["4x4x4", "64 x"]);
}

/** Return the options that a step has and that differ from the usual ones, by the names in its address. */
export function optionsOf(step: string, { numbering, levels, moves }: StepOptions): Readonly<Record<string, string>> {
  if (step === "number" && numbering !== USUAL.numbering) return { numbering };
  if (step === "weigh" && levels) return { levels: "yes" };
  return step === "ahead" && moves !== USUAL.moves ? { moves: String(moves) } : {};
}

/** Put X on an empty cell, O in place of an X, and nothing in place of an O; the side with fewer stones is to move. */
export function changeCell({ stones }: Position, cell: number): Position {
  const after: Readonly<Record<string, Stone>> = { x: "o", o: null };
  const next = stones.map((stone, index) => (index !== cell ? stone : stone === null ? "x" : (after[stone] ?? null)));
  return { stones: next, toMove: nextStone("turns", next) };
}

/** Return the cell that a step plays, with the cells of lines that only this cell lacks. */
export function litCells(geometry: Geometry, stones: readonly Stone[], { cell }: StepSight): readonly number[] {
  const played = geometry.cells.indexOf(cell);
  const lacking = (geometry.linesThrough[played] ?? [])
    .map((line) => (geometry.lines[line] ?? []).filter((each) => each !== played))
    .filter((others) => {
      const held = stones[others[0] ?? -1] ?? null;
      return held !== null && others.every((each) => stones[each] === held);
    });
  return [played, ...lacking.flat()];
}

/** Return why a step has nothing to see in a position, as a sentence; empty if it has. */
export function unseenReason(geometry: Geometry, position: Position): string {
  const fault = positionFault(geometry, position);
  if (fault !== null) return `No game can reach this position: ${fault.message}.`;
  return gamePosition(geometry, position).result === null ? "" : "The game is over here: change a cell.";
}

/** Return the address at which the server says what a step sees. */
export function sightQuery(
  step: string,
  board: string,
  position: Position,
  options: Readonly<Record<string, string>>,
): string {
  return new URLSearchParams({ step, board, position: writePosition(position), ...options }).toString();
}
