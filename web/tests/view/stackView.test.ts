import { flushSync } from "svelte";
import { beforeEach, expect, test, vi } from "vitest";

import { DEFAULT_VIEWS } from "../../src/view/board/boardProps";
import { pretendWidth, showBoard, type MountedBoard } from "./mountedBoard.svelte";

let shown: MountedBoard | null = null;

function show(yaw = 0, board = "3x3x3"): MountedBoard {
  shown = showBoard(board, "", { views: { ...DEFAULT_VIEWS, yaw } });
  return shown;
}

/** Return how far the turntable is to be turned. */
function yaw(): number | undefined {
  return shown?.props.views?.yaw;
}

/** Send a pointer event to the ring that turns the stack, or to another part of it. */
function point(kind: string, clientX: number, surface = '[role="slider"]'): void {
  const event = Object.assign(new MouseEvent(kind, { clientX, bubbles: true }), { pointerId: 1, isPrimary: true });
  shown?.all(surface)[0]?.dispatchEvent(event);
  flushSync();
}

beforeEach(() => {
  pretendWidth(1200);
  // The ring as it would be on a screen: 200 pixels wide.
  Element.prototype.setPointerCapture = () => undefined;
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 200, 88));
});

test.each(['[role="slider"]', '[data-region="stack"]'])(
  "the stack turns while %s is dragged, half a turn across, snaps to the nearest quarter, and plays nowhere",
  (surface) => {
    const { played } = show();
    point("pointermove", 70, surface);
    expect(yaw()).toBe(0);
    point("pointerdown", 50, surface);
    point("pointermove", 100, surface);
    expect(yaw()).toBe(45);
    point("pointermove", 140, surface);
    expect(yaw()).toBe(81);
    point("pointerup", 140, surface);
    expect(yaw()).toBe(90);
    point("pointermove", 10, surface);
    expect(yaw()).toBe(90);
    expect(played).toEqual([]);
  },
);

test("no drag begins on a cell", () => {
  const { one } = show();
  const target = one(".stack").querySelector("[data-cell]");
  target?.dispatchEvent(
    Object.assign(new MouseEvent("pointerdown", { clientX: 50, bubbles: true }), { pointerId: 1, isPrimary: true }),
  );
  point("pointermove", 140);
  expect(yaw()).toBe(0);
});

test("a second finger ends the drag, so that the browser zooms", () => {
  show();
  point("pointerdown", 50);
  point("pointermove", 100);
  point("pointerdown", 150, ".stack [data-cell='0']");
  point("pointermove", 190);
  expect(yaw()).toBe(90);
});

test("a tap on a half of the ring turns it by a quarter, to the nearest rest and on", () => {
  show(100);
  const tap = (x: number): void => {
    point("pointerdown", x);
    point("pointerup", x);
  };
  tap(150);
  expect(yaw()).toBe(180);
  tap(50);
  tap(50);
  expect(yaw()).toBe(0);
  point("pointerdown", 150, '[data-region="stack"]');
  point("pointerup", 150, '[data-region="stack"]');
  expect(yaw()).toBe(0);
  // One ring turns a row of stacks.
  show(0, "4x4x4x4");
  tap(150);
  expect(yaw()).toBe(90);
});

test.each([
  ["ArrowRight", 45],
  ["ArrowLeft", 15],
  ["PageUp", 90],
  ["PageDown", -90],
  ["Home", 0],
  ["x", 30],
])("with the focus on the ring, %s turns it to %i degrees", async (key, to) => {
  const { one, press, commands } = show(30);
  (one('[role="slider"]') as HTMLElement).focus();
  await press(key);
  expect(yaw()).toBe(to);
  expect(commands).toEqual([]);
});

test("the ring's value is how far it is turned, within one turn", () => {
  const { one } = show(-90);
  expect(one('[role="slider"]').getAttribute("aria-valuenow")).toBe("270");
});
