/** The size of labels: as large as a cell allows, and shortened where letters would be too small to read. */

import { toneOf, type Label } from "../../state/labels";

/** The smallest legible letters, in pixels; those of replies are small letters. */
export const LEGIBLE = 11;
const SMALL_LETTERS = 1.3;
/** The largest letters, in hundredths of a cell: by kind, and below a stone. */
const LARGEST = { proved: 34, points: 32, heuristic: 23, step: 24, reply: 40, sign: 60, foot: 24 } as const;
/** The width for the text, in hundredths of a cell: in the tile, and beside the mark of a threat. */
const ROOM = { tile: 84, ring: 60 } as const;
/** The part of that width which is used where letters are legible without the rest, so that text keeps off the edges. */
const COMFORTABLE = 0.86;
/** The width of each bold character in a wide font, in em; others are digits. */
const WIDTHS: Readonly<Record<string, number>> = { W: 1.1, D: 0.83, L: 0.64, "≤": 0.84, "~": 0.84 };
const DIGIT = 0.7;
/** The width of a regular letter beside a bold one. */
const REGULAR = 0.92;
/** The distance between two rows of text, in em. */
const ROWS = 1.02;

/** The rows of a label's text, and the size of its letters in hundredths of a cell. */
export interface LabelLayout {
  readonly rows: readonly string[];
  readonly size: number;
  /** The distance between the rows, in the same unit. */
  readonly leading: number;
}

export interface LabelPlace {
  /** The distance between neighbouring cells, in pixels. */
  readonly pitch: number;
  /** Whether there is a stone, which leaves only the foot of the cell free. */
  readonly foot: boolean;
  /** Whether there is the mark of a threat, which leaves less room. */
  readonly ringed: boolean;
  /** Whether the cell is high enough for two rows. */
  readonly high: boolean;
}

/**
 * Return the layout of a label. A proved label that is not legible in one row takes two; where that is not legible
 * either, only its letter is left, which is proved too.
 */
export function layoutLabel(label: Label, { pitch, foot, ringed, high }: LabelPlace): LabelLayout {
  const { text } = label;
  const room = ringed && !foot ? ROOM.ring : ROOM.tile;
  const bold = label.kind === "proved" || label.kind === "reply" ? 1 : REGULAR;
  const least = ((LEGIBLE * (label.kind === "reply" ? SMALL_LETTERS : 1)) / Math.max(pitch, 1)) * 100;
  const largest = foot ? LARGEST.foot : LARGEST[label.kind];
  const fitting = (row: string): number => room / (widthOf(row) * bold);
  const laidOut = (rows: readonly string[], size: number): LabelLayout => ({ rows, size, leading: size * ROWS });

  const whole = Math.min(fitting(text), Math.max(Math.min(fitting(text) * COMFORTABLE, largest), least));
  if (whole >= least || foot || toneOf(label) === null || text.length === 1) return laidOut([text], whole);
  const [letter, rest] = [text.slice(0, 1), text.slice(1)];
  const halved = Math.min(fitting(rest), fitting(letter), room / (2 * ROWS), largest);
  if (high && halved >= least) return laidOut([letter, rest], halved);
  return laidOut([letter], Math.min(fitting(letter), Math.max(largest, least)));
}

function widthOf(text: string): number {
  return Array.from(text).reduce((width, character) => width + (WIDTHS[character] ?? DIGIT), 0) || DIGIT;
}
