/**
 * Where the planes of a cut stand, in pixels.
 *
 * From the fastest axis on, axes run across and down in turns: columns across, rows down, tiers across, and on boards
 * of four dimensions blocks down, as a grid of grids. Only where the planes differ by a single axis and do not fit
 * side by side do they wrap into rows. Places are worked out here and not left to the browser, because lines are
 * drawn over them.
 */

import type { Cut, CutPlane } from "../../state/planes";
import type { Point } from "../../state/projection";

/** Cells are never smaller than this; a board that then does not fit is scrolled. */
export const LEAST_PITCH = 24;
/** Cells that a finger hits easily. */
export const EASY_PITCH = 40;

/** Cells need not be larger than this: in one plane alone, in a row of planes, in a grid of them. */
const LARGEST = [112, 64, 46] as const;
/** A single plane need not be wider than this. */
const WIDEST = 600;
/** Cells smaller than this have no digits at the edge of the board. */
const DIGITS_FROM = 30;
/** Room for the digits beside and below the board. */
const DIGITS = 20;
/** Room for the name above a plane. */
const TITLE = 24;
/** Space between planes, in pitches, for the first two outer axes, the next two, and so on. */
const GAPS = [0.6, 1.2, 2.4] as const;

/** Planes on the screen. */
export interface PlanesLayout {
  /** From one cell to the next. */
  readonly pitch: number;
  readonly width: number;
  readonly height: number;
  /** Whether there is room for digits at the left and at the foot. */
  readonly digits: boolean;
  /** Whether planes have names above them. */
  readonly titles: boolean;
  /** The left and top of each plane's first cell. */
  readonly places: readonly Point[];
}

/** Return how the planes of a cut stand in `width` pixels. */
export function layoutOf(cut: Cut, planes: readonly CutPlane[], width: number): PlanesLayout {
  const [first] = planes;
  const columns = first?.rows[0]?.length ?? 1;
  const rows = first?.rows.length ?? 1;
  // Outer axes from the fastest on, as they alternate between across and down.
  const counts = cut.outer.map((_, axis) => new Set(planes.map((plane) => plane.at[axis])).size).reverse();
  const wraps = counts.length === 1 ? wrappings(counts[0] ?? 1) : [null];
  const layouts = wraps.map((perRow) => arranged({ columns, rows, counts, perRow, planes, width }));
  const comfortable = layouts.slice(0, 2).find(({ pitch }) => pitch >= EASY_PITCH + 4);
  const layout = comfortable ?? layouts.find(({ pitch }) => pitch > LEAST_PITCH) ?? layouts.at(-1);
  if (layout === undefined) throw new RangeError("a board has at least one plane");
  return layout;
}

/** Return the middle of a cell, given its place in its plane. */
export function centreOf(layout: PlanesLayout, plane: number, row: number, column: number): Point {
  const { x, y } = layout.places[plane] ?? { x: 0, y: 0 };
  return { x: x + (column + 0.5) * layout.pitch, y: y + (row + 0.5) * layout.pitch };
}

/** How many planes may stand in a row: all, half of them, a third, down to one. */
function wrappings(count: number): number[] {
  return [...new Set(Array.from({ length: count }, (_, index) => Math.ceil(count / (index + 1))))];
}

interface Arrangement {
  readonly columns: number;
  readonly rows: number;
  readonly counts: readonly number[];
  readonly perRow: number | null;
  readonly planes: readonly CutPlane[];
  readonly width: number;
}

function arranged({ columns, rows, counts, perRow, planes, width }: Arrangement): PlanesLayout {
  const titles = counts.length > 0;
  const title = titles ? TITLE : 0;
  /** The extent of everything along one direction, in pitches and, for titles, in pixels; and each plane's start. */
  const along = (
    down: 0 | 1,
  ): { pitches: number; titles: number; start: (at: readonly number[]) => [number, number] } => {
    let extent = down === 0 ? columns : rows;
    let above = down === 0 ? 0 : title;
    const steps: { pitches: number; titles: number; of: (at: readonly number[]) => number }[] = [];
    const add = (count: number, level: number, of: (at: readonly number[]) => number): void => {
      const step = extent + (GAPS[level] ?? GAPS[2]);
      steps.push({ pitches: step, titles: above, of });
      extent += (count - 1) * step;
      above += (count - 1) * above;
    };
    if (perRow !== null) {
      const total = counts[0] ?? 1;
      if (down === 0) add(perRow, 0, (at) => ((at[0] ?? 1) - 1) % perRow);
      else add(Math.ceil(total / perRow), 0, (at) => Math.floor(((at[0] ?? 1) - 1) / perRow));
    } else {
      counts.forEach((count, index) => {
        if (index % 2 === down) add(count, index >> 1, (at) => (at.at(-1 - index) ?? 1) - 1);
      });
    }
    return {
      pitches: extent,
      titles: above,
      start: (at) => [
        steps.reduce((sum, step) => sum + step.pitches * step.of(at), 0),
        steps.reduce((sum, step) => sum + step.titles * step.of(at), 0),
      ],
    };
  };
  const [across, down] = [along(0), along(1)];
  const largest = titles
    ? (LARGEST[counts.length] ?? LARGEST[2])
    : Math.min(LARGEST[0], WIDEST / Math.max(columns, rows));
  const fitting = (margin: number): number => Math.floor(Math.min(largest, (width - margin) / across.pitches));
  const digits = fitting(DIGITS) >= DIGITS_FROM;
  const margin = digits ? DIGITS : 0;
  const pitch = Math.max(LEAST_PITCH, fitting(margin));
  return {
    pitch,
    digits,
    titles,
    width: Math.ceil(margin + across.pitches * pitch),
    height: Math.ceil(down.pitches * pitch + down.titles + margin),
    places: planes.map(({ at }) => {
      const [[x], [y, above]] = [across.start(at), down.start(at)];
      return { x: margin + x * pitch, y: y * pitch + above + title };
    }),
  };
}
