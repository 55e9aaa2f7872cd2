import { describe, expect, test } from "vitest";

import { cutsOf, planesOf } from "../../src/state/planes";
import { stackExtent, stackSize } from "../../src/state/projection";
import { layoutPlanes, MIN_PITCH, type PlanesLayout } from "../../src/view/board/planesLayout";
import {
  barePitch,
  isRingBeside,
  layoutViews,
  leastHeight,
  stackPitch,
  type Shown,
  type ViewLayout,
} from "../../src/view/board/viewLayout";
import { board } from "../boards";

function shown(name: string, stack = true, picked = false): Shown {
  const geometry = board(name);
  const [cut] = cutsOf(geometry);
  if (cut === undefined) throw new Error(`${name} cannot be cut`);
  const isStacked = stack && [3, 4].includes(geometry.shape.length);
  return {
    cut,
    planes: planesOf(geometry, cut),
    flat: true,
    stack: isStacked ? stackSize(geometry) : null,
    blocks: geometry.shape.length === 4 ? (geometry.shape[0] ?? 1) : 1,
    small: null,
    picked,
  };
}

function planes(what: Shown, { planes: box }: ViewLayout): PlanesLayout {
  return layoutPlanes(what.cut, what.planes, box);
}

/** The rooms for a board beside the panels of a game in windows of 1280x800 and 1920x1080, and on a phone, either way up. */
const DESKTOP = { width: 864, height: 580 };
const LARGE = { width: 1430, height: 860 };
const UPRIGHT = { width: 336, height: 390 };
const ASIDE = { width: 490, height: 180 };

describe.each(["3x3", "3x3x3", "4x4x4", "5x5x5", "3x4x5:3"])("%s", (name) => {
  test.each(name === "5x5x5" ? [DESKTOP, LARGE] : [DESKTOP, LARGE, UPRIGHT, ASIDE])(
    "is whole in %o, with the stack where there is room for it",
    (box) => {
      const what = shown(name, box.width > 720);
      const layout = layoutViews(what, box);
      const flat = planes(what, layout);
      expect(flat.pitch).toBeGreaterThanOrEqual(MIN_PITCH);
      expect(flat.height).toBeLessThanOrEqual(box.height);
      expect(flat.width).toBeLessThanOrEqual(box.width);
      if (what.stack === null) return;
      expect(flat.full).toBe(true);
      const pitch = stackPitch(what.stack, layout.stack, true);
      const { width, height } = stackExtent(what.stack);
      const isBelow = layout.stack.height < box.height;
      const ring = isRingBeside(what.stack, layout.stack) ? 0 : 90;
      expect(height * pitch + ring + (isBelow ? flat.height : 0)).toBeLessThanOrEqual(box.height);
      expect(width * pitch + (isBelow ? 0 : flat.width)).toBeLessThanOrEqual(box.width);
    },
  );

  test("has larger cells in a larger window", () => {
    const what = shown(name);
    const [small, large] = [planes(what, layoutViews(what, DESKTOP)), planes(what, layoutViews(what, LARGE))];
    expect(large.pitch).toBeGreaterThan(small.pitch * 1.2);
  });
});

describe("4x4x4x4", () => {
  const what = shown("4x4x4x4", false);

  test.each([DESKTOP, LARGE])("is whole in %o if only its planes are shown", (box) => {
    const layout = layoutViews(what, box);
    expect(layout.map).toBeNull();
    expect(planes(what, layout).height).toBeLessThanOrEqual(box.height);
  });

  test.each([DESKTOP, LARGE, { width: 720, height: 400 }])(
    "is a row of stacks in %o, over a plane whose cells a finger easily hits, or over the ring alone",
    (box) => {
      const row = shown("4x4x4x4");
      for (const flat of [true, false]) {
        const { stack, planes: below } = layoutViews({ ...row, flat }, box);
        expect(leastHeight({ ...row, flat }, box.width)).toBeLessThanOrEqual(box.height);
        expect(stack.height + below.height).toBeLessThan(box.height);
        expect(below.height).toBeGreaterThanOrEqual(96);
        if (row.stack === null) throw new Error("there is no stack");
        expect(barePitch(row.stack, { width: box.width / 4, height: stack.height - 28 })).toBeGreaterThan(13);
        const plane = { name: "", at: [], rows: row.planes[0]?.rows ?? [] };
        const one = layoutPlanes({ down: 0, across: 1, outer: [0] }, [plane], below);
        if (flat) expect(one.pitch).toBeGreaterThanOrEqual(40);
      }
    },
  );

  test("is a map above one plane on an upright phone, and beside it on one that lies", () => {
    const [upright, aside] = [layoutViews(what, UPRIGHT), layoutViews(what, { ...ASIDE, height: 230 })];
    expect(upright.beside).toBe(false);
    expect((upright.map?.height ?? Infinity) + upright.planes.height).toBeLessThanOrEqual(UPRIGHT.height);
    const one = what.planes.slice(0, 1);
    expect(layoutPlanes({ down: 0, across: 1, outer: [0] }, one, upright.planes).pitch).toBeGreaterThanOrEqual(40);
    expect(aside.beside).toBe(true);
    expect((aside.map?.width ?? Infinity) + aside.planes.width).toBeLessThanOrEqual(ASIDE.width);
  });
});

test("a stack that is shown alone on a phone that lies is whole, beside the ring that turns it", () => {
  const stack = stackSize(board("4x4x4"));
  const pitch = stackPitch(stack, ASIDE, false);
  const { width, height } = stackExtent(stack);
  expect(isRingBeside(stack, ASIDE)).toBe(true);
  expect(height * pitch).toBeLessThanOrEqual(ASIDE.height);
  expect(width * pitch + 290).toBeLessThanOrEqual(ASIDE.width);
  expect(isRingBeside(stack, UPRIGHT)).toBe(false);
  expect(leastHeight({ ...shown("4x4x4"), flat: false }, ASIDE.width)).toBeLessThanOrEqual(ASIDE.height);
});

test("a plane that is shown alone shares the height with the others", () => {
  const what = shown("4x4x4", false, true);
  const { planes: upper, picked } = layoutViews(what, DESKTOP);
  expect(upper.height + picked.height).toBeLessThan(DESKTOP.height);
  expect(planes(what, { ...layoutViews(what, DESKTOP) }).height).toBeLessThanOrEqual(upper.height);
});

test("the least height is enough for the smallest cells, and no more", () => {
  for (const name of ["3x3", "4x4x4", "6x6x6"]) {
    const what = shown(name);
    for (const width of [336, 864]) {
      const height = leastHeight(what, width);
      const flat = planes(what, layoutViews(what, { width, height }));
      expect(flat.height).toBeLessThanOrEqual(height);
    }
  }
  expect(leastHeight(shown("4x4x4", false), 336)).toBe(
    layoutPlanes(shown("4x4x4").cut, shown("4x4x4").planes, { width: 336, height: 0 }).height,
  );
});

test.each([false, true])("where the page scrolls, views are as high as they need; one plane alone: %s", (picked) => {
  const what = shown("4x4x4", true, picked);
  const layout = layoutViews(what, { width: 1200, height: Infinity });
  expect([layout.planes.height, layout.picked.height, layout.stack.height]).toEqual([Infinity, Infinity, Infinity]);
  expect(planes(what, layout).pitch).toBeGreaterThanOrEqual(40);
  expect(layoutViews(shown("4x4x4x4", false), { width: 336, height: Infinity }).map).not.toBeNull();
  expect(layoutViews(shown("4x4x4x4"), { width: 1200, height: Infinity }).stack.height).toBeLessThan(600);
});

describe("a small stack", () => {
  /** A room whose height is more than the planes need. */
  const TALL = { ...UPRIGHT, height: 520 };

  /** Return the layout on a phone with a small stack. */
  function withSmall(name: string, box = UPRIGHT): ViewLayout {
    return layoutViews({ ...shown(name, false), small: stackSize(board(name)) }, box);
  }

  test.each(["3x3x3", "4x4x4", "4x4x4x4"])("of %s is whole on an upright phone, and covers no plane", (name) => {
    const layout = withSmall(name, TALL);
    if (layout.small === null) throw new Error("there is no small stack");
    const { x, y, width, height } = layout.small;
    expect(x + width).toBeLessThanOrEqual(UPRIGHT.width + 1);
    expect(y + height).toBeLessThanOrEqual(TALL.height + 1);
    if (layout.map !== null) {
      expect(layout.map.width).toBeLessThanOrEqual(x);
      expect(height).toBeLessThanOrEqual(layout.map.height);
      return;
    }
    const flat = planes(shown(name, false), layout);
    const side = flat.pitch * (board(name).shape[1] ?? 0);
    const covered = flat.places.filter((at) => at.x + side > x && at.y + side > y);
    expect(covered).toEqual([]);
  });

  test("takes the place that three planes leave free, and makes no cell smaller", () => {
    const [without, layout] = [layoutViews(shown("3x3x3", false), UPRIGHT), withSmall("3x3x3")];
    expect(planes(shown("3x3x3", false), layout).pitch).toBe(planes(shown("3x3x3", false), without).pitch);
  });

  test.each(["4x4x4", "5x5x5", "6x6x6"])("of %s is not shown where cells would be smaller for it", (name) => {
    const layout = withSmall(name, { ...UPRIGHT, height: 396 });
    expect(layout.small).toBeNull();
    if (name === "4x4x4") expect(planes(shown(name, false), layout).pitch).toBeGreaterThanOrEqual(38);
  });
});
