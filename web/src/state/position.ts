/** Positions, and their notation (`xo1x8x8o41o x`). */

import type { Side, Stone } from "./geometry";

/** The stones by cell, and the side to move. */
export interface Position {
  readonly stones: readonly Stone[];
  readonly toMove: Side;
}

/** The stones that clicks place while a position is set up: one side's, or X and O alternately. */
export type Brush = Side | "turns";

/** Return the side whose stone a brush places next. */
export function nextStone(brush: Brush, stones: readonly Stone[]): Side {
  if (brush !== "turns") return brush;
  const count = (side: Side): number => stones.filter((stone) => stone === side).length;
  return count("x") > count("o") ? "o" : "x";
}

/** The reason why a text or a position is refused. */
export class PositionError extends Error {
  readonly reason: string;
  /** The rule or the remedy; may be empty. */
  readonly remedy: string;

  constructor(reason: string, remedy = "") {
    super(remedy === "" ? reason : `${reason}; ${remedy}`);
    this.name = "PositionError";
    this.reason = reason;
    this.remedy = remedy;
  }
}

/** Return an empty board with X to move. */
export function emptyPosition(cells: number): Position {
  return { stones: Array<Stone>(cells).fill(null), toMove: "x" };
}

/** Return whether the board is empty and X is to move, as at the start of an ordinary game. */
export function isEmptyStart(position: Position): boolean {
  return position.toMove === "x" && position.stones.every((stone) => stone === null);
}

/** Write the start of a game as text; null for the empty board with X to move. */
export function writeStart(start: Position): string | null {
  return isEmptyStart(start) ? null : writePosition(start);
}

export function writePosition(position: Position): string {
  let text = "";
  let empty = 0;
  for (const stone of [...position.stones, undefined]) {
    if (stone === null) {
      empty += 1;
      continue;
    }
    text += `${empty === 0 ? "" : String(empty)}${stone ?? ""}`;
    empty = 0;
  }
  return `${text} ${position.toMove}`;
}

/** Read a position that a game may not reach (see `positionFault`). Throws a PositionError if the text is malformed. */
export function readPosition(cells: number, text: string): Position {
  const [stonesText = "", turn, ...rest] = text.trim().split(/\s+/);
  if ((turn !== "x" && turn !== "o") || rest.length > 0) {
    throw new PositionError("the side to move is missing", "end the text with a space and x or o");
  }
  const stones: Stone[] = [];
  for (const token of stonesText.match(/\d+|[^\d]/gu) ?? []) {
    if (token === "x" || token === "o") {
      stones.push(token);
    } else if (/^[1-9]\d{0,3}$/.test(token)) {
      stones.push(...Array<Stone>(Number(token)).fill(null));
    } else {
      throw new PositionError(
        `“${token}” is not x, o or a number from 1`,
        "each cell is x or o, and a number is a run of empty cells",
      );
    }
  }
  if (stones.length !== cells) {
    throw new PositionError(
      `it covers ${String(stones.length)} cells, and the board has ${String(cells)}`,
      "empty cells at the end are counted too",
    );
  }
  return { stones, toMove: turn };
}
