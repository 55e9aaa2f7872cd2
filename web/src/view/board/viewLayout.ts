/**
 * The share of each view in the box of a board: the planes, the stack beside or below them, a map or a row of stacks with
 * one enlarged plane.
 *
 * The box has a width, and a height if the page gives the board one (`height` is otherwise infinite); then the views fill
 * the box, and the board is whole if cells of the smallest pitch allow it.
 */

import type { Cut, CutPlane } from "../../state/planes";
import { stackBox, type Point, type StackSize } from "../../state/projection";
import { DIGITS, layoutPlanes, MIN_PITCH, TITLE, TOUCH_PITCH, type Box } from "./planesLayout";

/** What a board shows. */
export interface Shown {
  readonly cut: Cut;
  readonly planes: readonly CutPlane[];
  /** Whether the planes are shown. */
  readonly flat: boolean;
  /** The size of the stack, null if it is not shown. */
  readonly stack: StackSize | null;
  /** The number of stacks, which stand in a row if there are several, over one plane. */
  readonly blocks: number;
  /** The size of the small stack that is shown where there is no room for another, null for none. */
  readonly small: StackSize | null;
  /** Whether one plane is also shown alone. */
  readonly picked: boolean;
}

/** The boxes of the views; a view that is not shown has none. */
export interface ViewLayout {
  /** Whether the flat views stand side by side, not above one another. */
  readonly beside: boolean;
  readonly planes: Box;
  readonly picked: Box;
  readonly stack: Box;
  /** The box of the map of the planes, if only one of them is shown, enlarged, because they do not fit together. */
  readonly map: Box | null;
  /** The place of a small stack beside planes that stand in a narrow box; null if it is not shown. */
  readonly small: (Box & Point) | null;
}

/** The smallest width with room for planes and stack side by side, in pixels. */
export const WIDE = 720;
/** The height of a window, in pixels, below which the small stack has no room; a button shows the stack. */
export const LOW = 420;
/** The height of a board, in pixels, below which titles stand in the gaps between planes, and a map stands beside its plane. */
const LOW_BOARD = 380;
/** The space between two views side by side, and between two views above one another. */
const BETWEEN = { across: 48, down: 24, map: 16, small: 8 } as const;
/** The pitch of a small stack beside the planes. */
const SMALL_STACK_PITCH = 11;
/** The largest part of the width for the stack. */
const STACK_SHARE = 0.4;
/** The size of the ring that turns the stack, with the space between them. */
const TURNTABLE = { width: 200, height: 96 } as const;
/** The smallest pitch of a stack that stands alone in a low box, beside its ring. */
const LOW_STACK_PITCH = 18;
/** The largest part of the height for a row of planes over the stack. */
const ROW_SHARE = 0.4;
/** The largest part of the height for the plane that is shown alone below the others. */
const PICKED_SHARE = 0.42;
/** The part of the height for a plane below a map; more, up to the second, if a finger then hits its cells easily. */
const PLANE_SHARE = [0.54, 0.65] as const;
/** The smallest width with room for a map beside one plane. */
const SIDEWAYS = 400;
/** The space between the stacks of a row and around it, and the height of the name below one. */
export const ROW = { gap: 24, edge: 24, name: 28 } as const;
/** The smallest pitch of the stacks of a row. */
const ROW_PITCH = 14;
/** The pitch of the plane below a row, and the part of the height from which on it may be smaller. */
const BELOW = { pitch: 56, share: 0.42 } as const;

export function layoutViews(shown: Shown, { width, height }: Box): ViewLayout {
  const { cut, planes, stack } = shown;
  if (stack !== null && shown.blocks > 1)
    return { ...inRow(shown, stack, { width, height }), picked: { width, height } };
  const flat = shown.flat || shown.picked;
  const wide = width >= WIDE;
  const stackWidth = stack !== null && wide && flat ? besideWidth(stack, { width, height }) : width;
  // The browser may have rounded the width up.
  const isLow = height < LOW_BOARD;
  const rest = stackWidth === width ? width : Math.floor(width - 1 - stackWidth - BETWEEN.across);

  const hasBoth = shown.flat && shown.picked && height !== Infinity;
  const picked = { width: rest, height: hasBoth ? height * PICKED_SHARE : height, isLow };
  const left = hasBoth ? height - picked.height - BETWEEN.down : height;
  const room = { width: rest, height: left, isLow, isShared: shown.small !== null };
  const stackRoom = { width: stackWidth, height };
  const boxes = { beside: false, planes: room, picked, stack: stackRoom, map: null, small: null };
  if (shown.flat && shown.small !== null && cut.outer.length === 1)
    return { ...boxes, ...besideSmallStack(shown, shown.small, room) };
  if (stack !== null && wide && shown.flat && !shown.picked && !layoutPlanes(cut, planes, room).full)
    return { ...boxes, ...overStack(shown, stack, { width, height }) };
  if (!shown.flat || cut.outer.length < 2) return boxes;

  const layout = layoutPlanes(cut, planes, room);
  const fits = layout.width <= room.width && layout.height <= room.height;
  return fits ? boxes : { ...boxes, ...mapAndPlane(shown, room) };
}

/** Return the boxes of a row of stacks, and of what stands below it: the enlarged plane, and the ring that turns them. */
function inRow({ planes, flat, blocks }: Shown, stack: StackSize, { width, height }: Box): Omit<ViewLayout, "picked"> {
  const rows = planes[0]?.rows.length ?? 1;
  const cells = (pitch: number): number => rows * pitch + DIGITS;
  const row = rowHeight(stack, (width - ROW.edge - ROW.gap * (blocks - 1)) / blocks / stackBox(stack).width);
  const wanted = flat
    ? Math.max(cells(TOUCH_PITCH), Math.min(cells(BELOW.pitch), height * BELOW.share))
    : TURNTABLE.height;
  const below = height === Infinity ? cells(BELOW.pitch) : Math.max(wanted, height - BETWEEN.down - row);
  const upper = height === Infinity ? row : height - BETWEEN.down - below;
  const rest = width - 2 * (TURNTABLE.width + BETWEEN.small);
  const boxes = { beside: false, map: null, small: null };
  return { ...boxes, stack: { width, height: upper }, planes: { width: rest, height: below } };
}

/** Return the height of a row of stacks of a pitch, with their names. */
function rowHeight(stack: StackSize, pitch: number): number {
  return Math.ceil(stackBox(stack).height * pitch) + ROW.name;
}

/**
 * Return the boxes of planes and of a small stack: in a place that the last row of planes leaves free, or where it makes
 * no cell hard to hit, below them or beside them.
 */
function besideSmallStack({ cut, planes }: Shown, stack: StackSize, room: Box): Pick<ViewLayout, "planes" | "small"> {
  const none = { planes: room, small: null };
  const layout = layoutPlanes(cut, planes, room);
  if (layout.height > room.height) return none;
  const last = layout.places.at(-1) ?? { x: 0, y: 0 };
  const [across, down] = [planes[0]?.rows[0]?.length ?? 1, planes[0]?.rows.length ?? 1].map((n) => n * layout.pitch);
  const free = last.x + (across ?? 0) + BETWEEN.small;
  if (layout.places.length > 1 && free + (across ?? 0) <= layout.width + 1) {
    const left = Math.max(free, layout.width - (across ?? 0));
    return { planes: room, small: { x: left, y: last.y - TITLE, width: across ?? 0, height: (down ?? 0) + TITLE } };
  }
  const extent = stackBox(stack);
  const width = Math.round(extent.width * SMALL_STACK_PITCH);
  const height = Math.round(extent.height * SMALL_STACK_PITCH);
  const above = { ...room, height: room.height - height - BETWEEN.small };
  const upper = layoutPlanes(cut, planes, above);
  if (upper.height <= above.height && upper.pitch >= layout.pitch)
    return { planes: above, small: { x: (room.width - width) / 2, y: upper.height + BETWEEN.small, width, height } };
  const rest = { ...room, width: room.width - width - BETWEEN.small };
  const narrow = layoutPlanes(cut, planes, rest);
  const fits = narrow.width <= rest.width && narrow.height <= rest.height;
  if (!fits || narrow.pitch < Math.min(layout.pitch, TOUCH_PITCH)) return none;
  return {
    planes: rest,
    small: { x: narrow.width + BETWEEN.small, y: Math.max(0, (narrow.height - height) / 2), width, height },
  };
}

/** Return the boxes of planes in one full row over the stack; none if they or the stack do not fit so. */
function overStack({ cut, planes }: Shown, stack: StackSize, { width, height }: Box): Partial<ViewLayout> {
  const row = layoutPlanes(cut, planes, { width, height: height * ROW_SHARE });
  const below = { width, height: height - row.height - BETWEEN.down };
  const fits = row.full && row.width <= width && below.height >= leastStackHeight(stack, width);
  return fits ? { planes: { width, height: row.height }, stack: below } : {};
}

/** Return the width of a stack beside the planes: as much as it can use, at most its share. */
function besideWidth(stack: StackSize, { width, height }: Box): number {
  const pitch = stackPitch(stack, { width: width * STACK_SHARE, height }, true);
  return Math.ceil(stackBox(stack).width * pitch);
}

/** The largest pitch of the stack: beside the planes and alone, where its height is free; and in a box. */
const STACK_PITCH = { beside: 60, alone: 72, box: 110 } as const;

/** Return whether the ring that turns the stack stands beside it: in a box that is too low for both, one below the other. */
export function isRingBeside(stack: StackSize, { width, height }: Box): boolean {
  const extent = stackBox(stack);
  const isLow = (height - TURNTABLE.height) / extent.height < MIN_PITCH;
  return isLow && width - TURNTABLE.width >= extent.width * LOW_STACK_PITCH;
}

/** Return the distance between neighbouring cells of a stack without a ring: a small one, or one of several. */
export function barePitch(stack: StackSize, { width, height }: Box): number {
  const extent = stackBox(stack);
  return Math.max(1, Math.min(STACK_PITCH.box, width / extent.width, height / extent.height));
}

/** Return the distance between neighbouring cells of the stack in a box. */
export function stackPitch(stack: StackSize, { width, height }: Box, beside: boolean): number {
  const extent = stackBox(stack);
  if (isRingBeside(stack, { width, height }))
    return Math.max(LOW_STACK_PITCH, Math.min(height / extent.height, (width - TURNTABLE.width) / extent.width));
  const free = beside ? STACK_PITCH.beside : STACK_PITCH.alone;
  const largest = height === Infinity ? free : Math.min(STACK_PITCH.box, (height - TURNTABLE.height) / extent.height);
  return Math.max(MIN_PITCH, Math.min(largest, width / extent.width));
}

/** Return the boxes of a map and of one enlarged plane: beside one another in a low box, otherwise one above the other. */
function mapAndPlane(
  { planes, small }: Shown,
  { width, height, isLow = false }: Box,
): Pick<ViewLayout, "beside" | "map" | "planes" | "small"> {
  if (height === Infinity) return { beside: false, map: { width, height }, planes: { width, height }, small: null };
  if (isLow || width > height * 1.5) {
    const part = Math.floor((width - BETWEEN.map) / 2);
    return {
      beside: true,
      map: { width: Math.min(part, height), height },
      planes: { width: part, height },
      small: null,
    };
  }
  const both = height - BETWEEN.down;
  const easy = (planes[0]?.rows.length ?? 1) * TOUCH_PITCH + TITLE + DIGITS;
  const [share, most] = PLANE_SHARE;
  const lower = Math.ceil(Math.max(both * share, Math.min(both * most, easy)));
  const upper = both - lower;
  // A map is about as wide as it is high; the small stack stands beside it.
  const stackWidth = small === null ? 0 : Math.round((stackBox(small).width / stackBox(small).height) * upper);
  const left = width - stackWidth;
  return {
    beside: false,
    map: { width: left - BETWEEN.small, height: upper },
    planes: { width, height: lower },
    small: small === null ? null : { x: left, y: 0, width: stackWidth, height: upper },
  };
}

/** Return the height that the views need in a width if their cells are as small as they may be. */
export function leastHeight(shown: Shown, width: number): number {
  const { cut, planes, stack, picked } = shown;
  const wide = width >= WIDE;
  if (stack !== null && shown.blocks > 1) {
    const below = shown.flat ? (planes[0]?.rows.length ?? 1) * TOUCH_PITCH + DIGITS : TURNTABLE.height;
    return rowHeight(stack, ROW_PITCH) + BETWEEN.down + below;
  }
  const stackWidth = stack !== null && wide ? stackBox(stack).width * MIN_PITCH + BETWEEN.across : 0;
  const rows = planes[0]?.rows.length ?? 1;
  const single = Math.ceil(rows * MIN_PITCH + TITLE);
  const stackHeight = stack === null ? 0 : leastStackHeight(stack, wide ? 0 : width);
  // A map and one plane take the place of planes in more than three dimensions.
  const all =
    cut.outer.length > 1
      ? (width < SIDEWAYS ? 2 : 1.5) * single
      : layoutPlanes(cut, planes, { width: width - stackWidth, height: 0 }).height;
  const flat = (shown.flat ? all : 0) + (picked ? single + (shown.flat ? BETWEEN.down : 0) : 0);
  return wide ? Math.max(flat, stackHeight) : flat + stackHeight + (flat > 0 && stackHeight > 0 ? BETWEEN.down : 0);
}

function leastStackHeight(stack: StackSize, width: number): number {
  const { height } = stackBox(stack);
  return Math.ceil(
    isRingBeside(stack, { width, height: 0 }) ? height * LOW_STACK_PITCH : height * MIN_PITCH + TURNTABLE.height,
  );
}
