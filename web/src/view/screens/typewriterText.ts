/**
 * What the typewriter of the IBM 1620 types: capitals in lines of at most 32 columns, a board of `!`, `+` and `-`, moves as
 * digits, the level of each move of the machine, and the end.
 */

import type { Geometry, Side } from "../../state/geometry";
import type { Aside } from "../../state/paper";
import type { GamePosition, GameResult } from "../../state/rules";
import type { ScreenMove } from "./screenProps";

export const COLUMNS = 32;

/** The letters of the machine and of the person. */
const MACHINE = "M";
const PERSON = "P";

export function letterOf(stone: Side | null | undefined, machine: Side): string {
  if (stone == null) return " ";
  return stone === machine ? MACHINE : PERSON;
}

/** Return a text in capitals, broken between words into lines of at most 32 columns. */
export function typed(text: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.toUpperCase().split(/\s+/).filter(Boolean)) {
    // A word that is longer than a line is broken.
    for (const part of word.match(/.{1,32}/g) ?? []) {
      const longer = line === "" ? part : `${line} ${part}`;
      if (longer.length <= COLUMNS) line = longer;
      else {
        lines.push(line);
        line = part;
      }
    }
  }
  return line === "" ? lines : [...lines, line];
}

/** Return the board as lines of 31 columns: four tiers side by side, and in four dimensions a block below the other. */
export function boardLines(geometry: Geometry, stones: GamePosition["stones"], machine: Side): string[] {
  const blocks = geometry.cells.length / 64;
  return Array.from({ length: blocks }, (_, block) => {
    const heads = [1, 2, 3, 4].map((tier) => ` TIER ${String(tier)}`).join(" ");
    const rows = Array.from({ length: 4 }, (_, row) =>
      Array.from({ length: 4 }, (_, tier) => {
        const first = 64 * block + 16 * tier + 4 * row;
        return [0, 1, 2, 3].map((column) => letterOf(stones[first + column], machine)).join("!");
      }).join(" "),
    );
    const bars = Array.from({ length: 4 }, () => "-+-+-+-").join(" ");
    const ruled = rows.flatMap((row, index) => (index === 0 ? [row] : [bars, row]));
    return blocks === 1 ? [heads, ...ruled] : [`BLOCK ${String(block + 1)}`, heads, ...ruled, ""];
  }).flat();
}

/** Return the board as one text in parts, of which some are cells of a slice. */
export function boardParts(
  geometry: Geometry,
  stones: GamePosition["stones"],
  machine: Side,
  slice: ReadonlySet<number>,
): { readonly text: string; readonly sliced: boolean }[] {
  const text = boardLines(geometry, stones, machine).join("\n");
  // The same board with a stone of the machine on each cell of the slice differs from the empty one there.
  const [marked, empty] = [true, false].map((on) =>
    boardLines(
      geometry,
      stones.map((_, cell) => (on && slice.has(cell) ? machine : null)),
      machine,
    ).join("\n"),
  );
  const parts: { text: string; sliced: boolean }[] = [];
  for (const [index, letter] of Array.from(text).entries()) {
    const sliced = marked?.[index] !== empty?.[index];
    const last = parts.at(-1);
    if (last?.sliced === sliced && !sliced) last.text += letter;
    else parts.push({ text: letter, sliced });
  }
  return parts;
}

/** Return a plane of the board as lines, below its name. */
export function planeLines(
  plane: { readonly name: string; readonly rows: readonly (readonly number[])[] },
  stones: GamePosition["stones"],
  machine: Side,
): string[] {
  const rows = plane.rows.map((row) => row.map((cell) => letterOf(stones[cell], machine)).join("!"));
  return [plane.name.toUpperCase(), ...rows.flatMap((row, index) => (index === 0 ? [row] : ["-+-+-+-", row]))];
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
}

/** Return everything that has been typed, line by line. */
export function transcript({ geometry, moves, machine, first, position, result, asides = [] }: TypedGame): string[] {
  const after = (ply: number): string[] => asides.flatMap((aside) => (aside.ply === ply ? aside.lines : []));
  const axes = geometry.shape.length;
  return [
    `${String(axes)}-D TIC-TAC-TOE`,
    "",
    `DO YOU MOVE FIRST? ${first === machine ? "N" : "Y"}`,
    ...typed(`Type ${axes === 4 ? "block, " : ""}tier, row and column, each 1 to 4. You are P.`),
    "",
    ...after(0),
    ...moves.flatMap((move, index) => [...moveLines(geometry, move, machine), ...after(index + 1)]),
    ...endLines(geometry, position, result, machine),
  ];
}

export function moveLines(geometry: Geometry, { cell, side, note }: ScreenMove, machine: Side): string[] {
  const name = geometry.cells[cell] ?? "";
  if (side !== machine) return [`YOUR MOVE? ${name}`];
  const level = note?.reasons?.["level"];
  return [
    ...(typeof level === "number" ? [`LEVEL ${String(level)}`] : []),
    `MY MOVE  ${name}`,
    ...typed(note?.remark ?? ""),
  ];
}

function endLines(
  geometry: Geometry,
  { wins }: GamePosition,
  result: GameResult | null,
  machine: Side,
): readonly string[] {
  if (result === null) return [];
  const rows = wins.flatMap((line) => typed(`In a row: ${line.map((cell) => geometry.cells[cell] ?? "").join(" ")}`));
  if (result.winner === null) return [...rows, result.ending === "abandoned" ? "NO RESULT" : "A TIE"];
  return [...rows, result.winner === machine ? "I WIN" : "I LOSE"];
}
