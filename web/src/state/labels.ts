/** The labels on cells: the values and the estimates of an analysis, and a museum program's own numbers. */

import type { CellMessage, ProofGroup } from "../api/types";
import { expectedScore } from "./bestMove";
import { sideName, type Geometry, type Side, type Symbols } from "./geometry";

/**
 * The text on a cell. `proved` is a label of the solver (`W3`, `L6`, `D`, `W≤7`); `heuristic` is an estimate, always drawn
 * small after a `~`; `points` are a museum program's own numbers; in a proof that is played on the board, `step` is the
 * number of a move and `reply` the letter of a group of replies, or `!` on the good move that stops them; in a review,
 * `sign` is `?` on a mistake or `!` on a good move.
 */
export interface Label {
  readonly text: string;
  readonly kind: "proved" | "heuristic" | "points" | "step" | "reply" | "sign";
  /** What a screen reader says for a program's own number, such as `5 points`, or after a letter; unset, the text. */
  readonly spoken?: string;
  /** What a label of an analysis says, as the tooltip has it: the side, and what it does. */
  readonly meaning?: { readonly side: Side; readonly words: string };
}

/** The colour of a proved label, of a win or a loss one of four, the deepest for the soonest; or of a sign. */
export type Tone = `${"win" | "loss"}-${(typeof TONES)[number]}` | "draw" | "mistake" | "good";
const TONES = ["1", "2", "3", "4"] as const;

/** The most plies of each tone but the palest, the deepest tone first. */
const TONE_PLIES = [5, 13, 29] as const;

/** Return the tone of a label; null for all but proved values and signs. */
export function toneOf({ text, kind }: Label): Tone | null {
  if (kind === "sign") return text === "?" ? "mistake" : "good";
  if (kind !== "proved") return null;
  if (text === "D") return "draw";
  const [, outcome, plies] = /^([WL])≤?(\d+)$/u.exec(text) ?? [];
  if (outcome === undefined) return null;
  const deeper = TONE_PLIES.filter((most) => Number(plies) <= most).length;
  return `${outcome === "W" ? "win" : "loss"}-${TONES[deeper] ?? "1"}`;
}

/** Examples of labels, with what they mean for the side that moves there. */
export const LABEL_EXAMPLES = [
  ["W3", "wins in 2 moves: 3 plies, which count the moves of both sides, this one first"],
  ["L6", "loses in 3 moves, 6 plies, even with the best defence"],
  ["W≤27", "wins within 14 moves: at most 27 plies"],
  ["D", "a draw with best play by both sides"],
  ["~62", "a guess, no proof: the expected score in percent, a draw counting half"],
] as const;

/** The labels of a board, by cell. */
export type Labels = ReadonlyMap<number, Label>;

export const NO_LABELS: Labels = new Map();

/** Return the label of a cell for a side: its value, or the estimate if that is not known; null if there is neither. */
export function labelOf(found: CellMessage, side: Side): Label | null {
  const meaning = { side, words: found.words };
  if (found.outcome !== "unknown") return { text: found.label, kind: "proved", meaning };
  return found.chance === null ? null : { text: `~${String(found.chance)}`, kind: "heuristic", meaning };
}

/** Guesses that differ by less than this, in percent, say the same. */
const SAME_GUESS = 5;

/** Return the guesses that say something, the highest first: those of the best moves, unless most moves are as good. */
function tellingGuesses(moves: readonly CellMessage[]): readonly CellMessage[] {
  const best = Math.max(...moves.map((found) => expectedScore(found) ?? 0));
  const good = moves.filter(({ outcome, chance }) => outcome === "unknown" && best - (chance ?? 0) < SAME_GUESS);
  if (2 * good.length > moves.length) return [];
  return good.toSorted((one, two) => (two.chance ?? 0) - (one.chance ?? 0));
}

/**
 * Return the labels of the cells of a position in which a side is to move, by cell: all that is proved, and one guess for
 * the best of the other moves, if it says something.
 */
export function labelsOf(cells: Readonly<Record<string, CellMessage>>, geometry: Geometry, side: Side): Labels {
  const guesses = tellingGuesses(Object.values(cells));
  const labels = new Map<number, Label>();
  for (const [name, found] of Object.entries(cells)) {
    const shown = found.outcome !== "unknown" ? found : guesses.includes(found) ? guesses[0] : undefined;
    const label = shown === undefined ? null : labelOf(shown, side);
    const cell = geometry.cells.indexOf(name);
    if (cell !== -1 && label !== null) labels.set(cell, label);
  }
  return labels;
}

/** Return the numbers of a museum program, by cell: the texts by the names of the cells. */
export function pointLabels(
  geometry: Geometry,
  marks: Readonly<Record<string, string>>,
  spoken: (text: string) => string,
): Labels {
  return new Map(
    Object.entries(marks).map(([name, text]) => [
      geometry.cells.indexOf(name),
      { text, kind: "points", spoken: spoken(text) },
    ]),
  );
}

/** Return the labels of a proof: the number of each move, the letter of each reply's group, and `!` on the answer. */
export function proofLabels(
  geometry: Geometry,
  moves: readonly number[],
  groups: readonly Pick<ProofGroup, "letter" | "cells" | "text">[],
  answer: string | null = null,
): Labels {
  const labels = new Map<number, Label>();
  for (const { letter, cells, text } of groups) {
    if (letter === null) continue;
    for (const cell of cells) labels.set(geometry.cells.indexOf(cell), { text: letter, kind: "reply", spoken: text });
  }
  moves.forEach((cell, index) => labels.set(cell, { text: String(index + 1), kind: "step" }));
  if (answer !== null) {
    labels.set(geometry.cells.indexOf(answer), { text: "!", kind: "reply", spoken: "a good move: it stops it" });
  }
  return labels;
}

/** What a line is about: the move of the game in whose place it begins, and the better move. */
export interface LineSubject {
  readonly played: string;
  readonly isMistake: boolean;
  /** What the move led to, as a sentence. */
  readonly text: string;
  /** The cell, and what the move does, as a clause; null where none is known. */
  readonly better: { readonly cell: string; readonly text: string } | null;
}

/** Return the signs on the cells of a subject: `?` on a mistake, `!` on a good move, which the better one is, too. */
export function subjectLabels(geometry: Geometry, { played, isMistake, better }: LineSubject): Labels {
  const label = (name: string, text: string, spoken: string): [number, Label] => [
    geometry.cells.indexOf(name),
    { text, kind: "sign", spoken },
  ];
  const move = isMistake ? label(played, "?", "a mistake") : label(played, "!", "a good move");
  return new Map(better === null ? [move] : [move, label(better.cell, "!", "a good move")]);
}

/** Return the signs of a line's subject, and the number of each of its moves that are on the board. */
export function lineLabels(signs: Labels, moves: readonly number[]): Labels {
  const numbers = moves.map((cell, index): [number, Label] => {
    const text = String(index + 1);
    return [cell, { text, kind: "points", spoken: `move ${text} of the line` }];
  });
  return new Map([...signs, ...numbers]);
}

/** Return the tooltip of a label: `X wins in 2 moves: 3 plies`; undefined if it needs none. */
export function labelTooltip({ meaning, spoken }: Label, symbols: Symbols | null): string | undefined {
  return meaning === undefined ? spoken : `${sideName(meaning.side, symbols)} ${meaning.words}`;
}

/** Return labels with others over them. */
export function joinedLabels(labels: Labels, over: Labels): Labels {
  return new Map([...labels, ...over]);
}
