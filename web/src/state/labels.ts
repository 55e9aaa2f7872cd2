/** The labels on cells: the values and the estimates of an analysis, and a museum program's own numbers. */

import type { CellMessage, ProofGroup } from "../api/types";
import type { Geometry } from "./geometry";

/**
 * The text on a cell. `proved` is a label of the solver (`W3`, `L6`, `D`, `W≤7`); `heuristic` is an estimate, always drawn
 * small after a `~`; `points` are a museum program's own numbers; in a proof that is played on the board, `step` is the
 * number of a move and `reply` the letter of a group of replies, or `!` on the move that stops them.
 */
export interface Label {
  readonly text: string;
  readonly kind: "proved" | "heuristic" | "points" | "step" | "reply";
  /** What a screen reader says for a program's own number, such as `5 points`, or after a letter; unset, the text. */
  readonly spoken?: string;
}

/** The colour of a proved label: of a win or a loss there are four, the deepest for the soonest. */
export type Tone = `${"win" | "loss"}-${(typeof TONES)[number]}` | "draw";
const TONES = ["1", "2", "3", "4"] as const;

/** The most plies of each tone but the palest, the deepest tone first. */
const TONE_PLIES = [5, 13, 29] as const;

/** Return the tone of a label; null for all but proved values. */
export function toneOf({ text, kind }: Label): Tone | null {
  if (kind !== "proved") return null;
  if (text === "D") return "draw";
  const [, outcome, plies] = /^([WL])≤?(\d+)$/u.exec(text) ?? [];
  if (outcome === undefined) return null;
  const deeper = TONE_PLIES.filter((most) => Number(plies) <= most).length;
  return `${outcome === "W" ? "win" : "loss"}-${TONES[deeper] ?? "1"}`;
}

/** The labels where no cell has one. */
export const NO_LABELS: ReadonlyMap<number, Label> = new Map();

/** Return the label of a cell: its value, or the estimate if the value is not known; null if there is neither. */
export function labelOf(found: CellMessage): Label | null {
  if (found.outcome !== "unknown") return { text: found.label, kind: "proved" };
  return found.chance === null ? null : { text: `~${String(found.chance)}`, kind: "heuristic" };
}

/** Return the labels of a position's cells, by cell. */
export function labelsOf(cells: Readonly<Record<string, CellMessage>>, geometry: Geometry): ReadonlyMap<number, Label> {
  const labels = new Map<number, Label>();
  for (const [name, found] of Object.entries(cells)) {
    const [cell, label] = [geometry.cells.indexOf(name), labelOf(found)];
    if (cell !== -1 && label !== null) labels.set(cell, label);
  }
  return labels;
}

/**
 * Return the labels of a proof on the board: the number of each move, and the letter of its group on each reply.
 *
 * @param groups - the groups of replies; those without a letter get no label.
 * @param answer - a move that refutes replies, which gets `!`; null for none.
 */
export function proofLabels(
  geometry: Geometry,
  moves: readonly number[],
  groups: readonly Pick<ProofGroup, "letter" | "cells" | "text">[],
  answer: string | null = null,
): ReadonlyMap<number, Label> {
  const labels = new Map<number, Label>();
  for (const { letter, cells, text } of groups) {
    if (letter === null) continue;
    for (const cell of cells) labels.set(geometry.cells.indexOf(cell), { text: letter, kind: "reply", spoken: text });
  }
  moves.forEach((cell, index) => labels.set(cell, { text: String(index + 1), kind: "step" }));
  if (answer !== null) {
    labels.set(geometry.cells.indexOf(answer), { text: "!", kind: "reply", spoken: "the move that stops it" });
  }
  return labels;
}

/** The cells that a line is about: the move of the game in whose place it begins, and the better move. */
export interface LineSubject {
  readonly played: string;
  readonly isMistake: boolean;
  /** Null where none is known. */
  readonly better: string | null;
}

/** Return the signs on the cells of a subject: `?` on a mistake, `!` on the better move or on one that was good. */
export function subjectLabels(
  geometry: Geometry,
  { played, isMistake, better }: LineSubject,
): ReadonlyMap<number, Label> {
  const label = (name: string, text: string, spoken: string): [number, Label] => [
    geometry.cells.indexOf(name),
    { text, kind: "points", spoken },
  ];
  const move = label(
    played,
    isMistake ? "?" : "!",
    isMistake ? "the mistake that was played" : "the move that was played",
  );
  return new Map(better === null ? [move] : [move, label(better, "!", "the better move")]);
}

/** Return the signs of a line's subject, and the number of each of its moves that are on the board. */
export function lineLabels(signs: ReadonlyMap<number, Label>, moves: readonly number[]): ReadonlyMap<number, Label> {
  const numbers = moves.map((cell, index): [number, Label] => {
    const text = String(index + 1);
    return [cell, { text, kind: "points", spoken: `move ${text} of the line` }];
  });
  return new Map([...signs, ...numbers]);
}

/** Return the text of a label. The text of an estimate begins with `~`, which marks it as not proved. */
export function labelText({ text, kind }: Label): string {
  return kind === "heuristic" && !text.startsWith("~") ? `~${text}` : text;
}
