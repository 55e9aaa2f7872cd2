/**
 * What the program of the IBM 1620 writes, on the typewriter and on the OTHER-1's television: capitals, a board of `!`, `+` and `-`, moves as digits, the level of each move of the machine, and the end.
 */

import type { Geometry, Side } from "../../state/geometry";
import type { Aside } from "../../state/paper";
import type { GamePosition, GameResult } from "../../state/rules";
import type { ScreenMove } from "./screenProps";

/** The columns of the television, and of the board. */
export const COLUMNS = 32;

/** The letters of the machine and of the person. */
const MACHINE = "M";
const PERSON = "P";

export function letterOf(stone: Side | null | undefined, machine: Side): string {
  if (stone == null) return " ";
  return stone === machine ? MACHINE : PERSON;
}

/** Return a line as lines of at most some columns, broken between words; a word that is longer is broken, too. */
export function broken(text: string, columns: number): string[] {
  if (text.length <= columns) return [text];
  const space = text.lastIndexOf(" ", columns);
  const end = space > 0 ? space : columns;
  return [text.slice(0, end), ...broken(text.slice(end).trimStart(), columns)];
}

/** A part of a line: symbols, or the letter of a cell. */
export interface Part {
  readonly text: string;
  readonly cell: number | null;
}

/** Return the board as lines of 31 columns: four tiers side by side, and in four dimensions a block below the other. */
export function boardLines(geometry: Geometry, stones: GamePosition["stones"], machine: Side): Part[][] {
  const blocks = geometry.cells.length / 64;
  return Array.from({ length: blocks }, (_, block) => {
    const heads = symbols([1, 2, 3, 4].map((tier) => ` TIER ${String(tier)}`).join(" "));
    const rows = Array.from({ length: 4 }, (_, row) =>
      [0, 1, 2, 3].flatMap((tier) => {
        const first = 64 * block + 16 * tier + 4 * row;
        return [
          ...(tier === 0 ? [] : symbols(" ")),
          ...rowParts(
            [0, 1, 2, 3].map((at) => first + at),
            stones,
            machine,
          ),
        ];
      }),
    );
    const ruled = withBars(rows, Array.from({ length: 4 }, () => BAR).join(" "));
    return blocks === 1 ? [heads, ...ruled] : [symbols(`BLOCK ${String(block + 1)}`), heads, ...ruled, []];
  }).flat();
}

/** Return a plane of the board as lines, below its name. */
export function planeLines(
  plane: { readonly name: string; readonly rows: readonly (readonly number[])[] },
  stones: GamePosition["stones"],
  machine: Side,
): Part[][] {
  return [
    symbols(plane.name.toUpperCase()),
    ...withBars(
      plane.rows.map((row) => rowParts(row, stones, machine)),
      BAR,
    ),
  ];
}

/** The symbols between two rows of four cells. */
const BAR = "-+-+-+-";

export function symbols(text: string): Part[] {
  return [{ text, cell: null }];
}

function rowParts(cells: readonly number[], stones: GamePosition["stones"], machine: Side): Part[] {
  return cells.flatMap((cell, at) => [
    ...(at === 0 ? [] : symbols("!")),
    { text: letterOf(stones[cell], machine), cell },
  ]);
}

function withBars(rows: readonly Part[][], bar: string): Part[][] {
  return rows.flatMap((row, at) => (at === 0 ? [row] : [symbols(bar), row]));
}

/** What is typed of a game up to the shown position. */
export interface TypedGame {
  readonly geometry: Geometry;
  readonly moves: readonly ScreenMove[];
  readonly machine: Side;
  readonly first: Side;
  readonly position: GamePosition;
  readonly result: GameResult | null;
  /** What else was typed, each after so many moves, in order. */
  readonly asides?: readonly Aside[];
  /** The columns at which lines are broken. */
  readonly columns: number;
}

/** Return everything that has been typed, line by line. */
export function transcript(game: TypedGame): string[] {
  const { geometry, moves, machine, first, position, result, asides = [], columns } = game;
  const axes = geometry.shape.length;
  const after = (ply: number): string[] => asides.flatMap((aside) => (aside.ply === ply ? aside.lines : []));
  return [
    `${String(axes)}-D TIC-TAC-TOE`,
    "",
    `DO YOU MOVE FIRST? ${first === machine ? "N" : "Y"}`,
    `TYPE ${axes === 4 ? "BLOCK, " : ""}TIER, ROW AND COLUMN, EACH 1 TO 4. YOU ARE P.`,
    "",
    ...after(0),
    ...moves.flatMap((move, index) => [...moveLines(geometry, move, machine), ...after(index + 1)]),
    ...endLines(geometry, position, result, machine),
  ].flatMap((line) => broken(line, columns));
}

export function moveLines(geometry: Geometry, { cell, side, note }: ScreenMove, machine: Side): string[] {
  const name = geometry.cells[cell] ?? "";
  if (side !== machine) return [`YOUR MOVE? ${name}`];
  const level = note?.reasons?.["level"];
  const remark = note?.remark ?? "";
  return [
    ...(typeof level === "number" ? [`LEVEL ${String(level)}`] : []),
    `MY MOVE  ${name}`,
    ...(remark === "" ? [] : [remark.toUpperCase()]),
  ];
}

function endLines(
  geometry: Geometry,
  { wins }: GamePosition,
  result: GameResult | null,
  machine: Side,
): readonly string[] {
  if (result === null) return [];
  const rows = wins.map((line) => `IN A ROW: ${line.map((cell) => geometry.cells[cell] ?? "").join(" ")}`);
  if (result.winner === null) return [...rows, result.ending === "abandoned" ? "NO RESULT" : "A TIE"];
  return [...rows, result.winner === machine ? "I WIN" : "I LOSE"];
}
