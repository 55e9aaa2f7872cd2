/**
 * The layout of the planes of a cut, in pixels.
 *
 * From the fastest axis on, axes run across and down alternately: columns across, rows down, tiers across. On boards of
 * four dimensions and more, tiers run down and blocks across, as in a row of stacks: a grid of grids. Planes that differ along a single axis wrap into rows if they do
 * not fit side by side. This file computes the places, not the browser, because lines are drawn over the planes.
 */

import type { Cut, CutPlane } from "../../state/planes";
import { stackBox, tierTransform, type Point, type StackSize } from "../../state/projection";

/** The smallest pitch; a board that does not fit with it is scrolled. */
export const MIN_PITCH = 24;
/** A pitch at which a finger easily hits a cell. */
export const TOUCH_PITCH = 40;
/** A pitch for which planes stand in fewer or in full rows. */
const EASY_PITCH = 44;

/** Room on the screen, in pixels; the height is infinite if the page scrolls. */
export interface Box {
  readonly width: number;
  readonly height: number;
  /** Whether the window is so low, as on a phone that lies, that titles stand in the gaps between planes. */
  readonly isLow?: boolean;
  /** Whether a small stack may stand among the planes. */
  readonly isShared?: boolean;
}

/**
 * The largest pitch, of one plane alone, of planes in a row, and of planes in a grid: on a page that scrolls, and in a box
 * that the board fills.
 */
const LARGEST = {
  scrolled: { alone: 112, row: 64, grid: 46 },
  filled: { alone: 240, row: 120, grid: 64 },
} as const;
/** The largest width of a single plane on a page that scrolls. */
const WIDEST = 600;
/** The smallest pitch with the usual room for digits at the edge of the board. */
const DIGITS_FROM = 40;
/** Room for the digits beside and below the board, and that beside small cells. */
export const DIGITS = 20;
const SMALL_DIGITS = 12;
/** Room for the name above a plane. */
export const TITLE = 24;
/** Room for a title and for the digits below in a low window. */
const LOW = { title: 23, foot: 16 } as const;
/** Space between planes, in pitches, for the first two outer axes, the next two, and so on. */
const GAPS = [0.5, 1.2, 2.4] as const;
/** In a box, the part of the largest possible pitch for which planes may stand in fewer rows. */
const NEARLY = 0.9;

export interface PlanesLayout {
  /** The distance between neighbouring cells. */
  readonly pitch: number;
  readonly width: number;
  readonly height: number;
  /** Whether there is room for digits at the left and at the foot. */
  readonly digits: boolean;
  /** Whether planes have names above them. */
  readonly titles: boolean;
  /** Whether every row of planes is full. */
  readonly full: boolean;
  /** The left and top of each plane's first cell. */
  readonly places: readonly Point[];
}

/** Return the layout of the planes of a cut in a box. It is larger than the box if its cells have the smallest pitch. */
export function layoutPlanes(cut: Cut, planes: readonly CutPlane[], box: Box): PlanesLayout {
  // Outer axes from the fastest on, which alternate between across and down.
  const counts = cut.outer.map((_, axis) => new Set(planes.map(({ at }) => at[axis])).size).reverse();
  const [single, ...others] = counts;
  const ways = single !== undefined && others.length === 0 ? wrapped(single) : [nested(counts)];
  const layouts = ways.map((way) => arranged(way, planes, box));
  const layout = box.height === Infinity ? chosenInWidth(layouts) : chosenInBox(layouts, box);
  if (layout === undefined) throw new RangeError("a board has at least one plane");
  return layout;
}

/** Return the layout for a page that scrolls: prefer few rows, if cells are large or at least easy to hit. */
function chosenInWidth(layouts: readonly PlanesLayout[]): PlanesLayout | undefined {
  const easy = (least: number): PlanesLayout | undefined => layouts.slice(0, 2).find(({ pitch }) => pitch >= least);
  return easy(EASY_PITCH) ?? easy(TOUCH_PITCH) ?? layouts.find(({ pitch }) => pitch > MIN_PITCH) ?? layouts.at(-1);
}

/**
 * Return the layout with the largest cells, or nearly so and with fewer rows; before them one with full rows whose cells a
 * finger easily hits, unless a small stack takes the free place. If none fits, return the lowest that fits the width.
 */
function chosenInBox(layouts: readonly PlanesLayout[], box: Box): PlanesLayout | undefined {
  const narrow = layouts.filter(({ width }) => width <= box.width);
  const whole = narrow.filter(({ height }) => height <= box.height);
  const easy = whole.filter(({ full, pitch }) => full && pitch >= EASY_PITCH && box.isShared !== true);
  const choice = easy.length > 0 ? easy : whole;
  const largest = Math.max(...choice.map(({ pitch }) => pitch));
  return (
    choice.find(({ pitch }) => pitch >= NEARLY * largest) ??
    narrow.toSorted((one, two) => one.height - two.height)[0] ??
    layouts.at(-1)
  );
}

/**
 * Return the transform, as CSS has it, by which a plane lies on its tier in the middle of the view: there it begins to
 * unfold.
 */
export function foldedPlane(layout: PlanesLayout, stack: StackSize, plane: number, yaw: number): string {
  const { pitch, width, height } = layout;
  const extent = stackBox(stack);
  const scale = Math.min(width / extent.width, height / extent.height);
  const place = layout.places[plane] ?? { x: 0, y: 0 };
  const { a, b, c, d, e, f } = tierTransform(stack, plane, yaw);
  const turned = [a, b, c, d].map((part) => (part * scale) / pitch);
  const left = (e - (a + c) / 2) * scale + width / 2 - place.x;
  const top = (f - (b + d) / 2) * scale + height / 2 - place.y;
  return `matrix(${[...turned, left, top].map((part) => part.toFixed(4)).join(", ")})`;
}

/** A repetition along one direction. */
interface Step {
  readonly count: number;
  /** The level of the axis: 0 for the first two, 1 for the next two. */
  readonly level: number;
  /** Returns the place, from 0, of a plane with these outer coordinates. */
  readonly place: (at: readonly number[]) => number;
}

/** An arrangement of planes: the steps across and the steps down, those of the fastest axis first. */
interface Way {
  readonly across: readonly Step[];
  readonly down: readonly Step[];
}

/** Return the arrangements of planes along a single axis: all in one row, in two rows, in three, down to one per row. */
function wrapped(count: number): Way[] {
  const lengths = new Set(Array.from({ length: count }, (_, rows) => Math.ceil(count / (rows + 1))));
  return Array.from(lengths, (perRow) => {
    const index = (at: readonly number[]): number => (at[0] ?? 1) - 1;
    return {
      across: [{ count: perRow, level: 0, place: (at) => index(at) % perRow }],
      down: [{ count: Math.ceil(count / perRow), level: 0, place: (at) => Math.floor(index(at) / perRow) }],
    };
  });
}

/** Return the arrangement of planes along any number of axes, across and down alternately: grids of grids. */
function nested(counts: readonly number[]): Way {
  const steps = counts.map((count, axis): Step => {
    return { count, level: axis >> 1, place: (at) => (at.at(-1 - axis) ?? 1) - 1 };
  });
  return { across: steps.filter((_, axis) => axis % 2 === 1), down: steps.filter((_, axis) => axis % 2 === 0) };
}

/**
 * Return the extent of all items if one has the given `extent` and steps leave gaps, and the start of each plane.
 */
function spread(
  extent: number,
  steps: readonly Step[],
  gap: (level: number) => number,
): { readonly extent: number; readonly start: (at: readonly number[]) => number } {
  let reach = extent;
  const strides = steps.map(({ count, level, place }) => {
    const stride = reach + gap(level);
    reach += (count - 1) * stride;
    return { stride, place };
  });
  return { extent: reach, start: (at) => strides.reduce((sum, { stride, place }) => sum + stride * place(at), 0) };
}

/** Return the layout of an arrangement, with the largest pitch that fits. */
function arranged(way: Way, planes: readonly CutPlane[], { width, height, isLow = false }: Box): PlanesLayout {
  const rows = planes[0]?.rows.length ?? 1;
  const columns = planes[0]?.rows[0]?.length ?? 1;
  const axes = planes[0]?.at.length ?? 0;
  const titles = axes > 0;
  const [title, foot] = isLow ? [LOW.title, LOW.foot] : [TITLE, DIGITS];
  const gap = (level: number): number => GAPS[level] ?? GAPS[2];
  // The width is measured in pitches alone; the height also includes titles of a fixed height in pixels.
  const across = spread(columns, way.across, gap);
  const down = spread(rows, way.down, (level) => (isLow && level === 0 ? 0 : gap(level)));
  const above = spread(titles ? title : 0, way.down, () => 0);

  const scrolls = height === Infinity;
  const { alone, row, grid } = LARGEST[scrolls ? "scrolled" : "filled"];
  const largest = [scrolls ? Math.min(alone, WIDEST / Math.max(columns, rows)) : alone, row][axes] ?? grid;
  const fitting = (left: number, below: number): number =>
    Math.floor(Math.min(largest, (width - left) / across.extent, (height - below - above.extent) / down.extent));
  const room = fitting(DIGITS, foot) >= DIGITS_FROM ? DIGITS : SMALL_DIGITS;
  const digits = fitting(room, foot) >= MIN_PITCH;
  const [left, below] = digits ? [room, foot] : [0, 0];
  const pitch = Math.max(MIN_PITCH, fitting(left, below));
  return {
    pitch,
    digits,
    titles,
    full: [...way.across, ...way.down].reduce((all, { count }) => all * count, 1) === planes.length,
    width: Math.ceil(left + across.extent * pitch),
    height: Math.ceil(down.extent * pitch + above.extent + below),
    places: planes.map(({ at }) => ({
      x: left + across.start(at) * pitch,
      y: down.start(at) * pitch + above.start(at) + (titles ? title : 0),
    })),
  };
}
