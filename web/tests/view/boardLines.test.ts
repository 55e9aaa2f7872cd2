import { beforeEach, expect, test, vi } from "vitest";

import { flushSync } from "svelte";

import { fullLines } from "../../src/state/rules";
import { DEFAULT_VIEWS } from "../../src/view/board/boardProps";
import { pretendWidth, showBoard } from "./mountedBoard.svelte";

/** Let the pointer come to a cell, or move on it; the board draws that in a task of its own. */
function point(cell: Element, kind = "pointerover"): void {
  cell.dispatchEvent(new MouseEvent(kind, { bubbles: true }));
  paint();
}

/** Let the page be painted, with what follows that. */
function paint(): void {
  flushSync();
  vi.advanceTimersByTime(50);
  flushSync();
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "cancelAnimationFrame"] });
  pretendWidth(1200);
});

/** Return the rows and columns of the cells that a plane or tier lights as one kind. */
function litCells(tier: Element, kind: string): [number, number][] {
  const path = tier.querySelector(`.lit.${kind}`)?.getAttribute("d") ?? "";
  return Array.from(path.matchAll(/M(\S+) (\S+?)h/gu), ([, x, y]) => [
    Math.round(Number(y) + 1.45),
    Math.round(Number(x) + 1.35),
  ]);
}

test("pointing at a cell marks its twin and every cell on a line with it, in every view", () => {
  const { cell, all, props } = showBoard("4x4x4");
  const { geometry } = props;
  point(cell("231"));
  const index = geometry.cellNamed("231") ?? -1;
  const expected = geometry.cells
    .map((_, other) => other)
    .filter((other) => geometry.lines.some((line) => line.includes(index) && line.includes(other)));
  // In planes and stack, each tier has one shape for its cells.
  for (const tiers of ['[data-region="planes"] .plane', '[data-region="stack"] .tier']) {
    const lit = (kind: string): number[] =>
      all(tiers).flatMap((tier, at) =>
        litCells(tier, kind).map(([row, column]) => geometry.cellAt([at + 1, row, column]) ?? -1),
      );
    expect(lit("of-either")).toEqual(expected);
    expect(lit("pointed")).toEqual([index]);
  }
});

test("a board without rays marks the cell that is pointed at alone", () => {
  const { cell, all } = showBoard("4x4x4", "", { rays: false });
  point(cell("231"));
  expect(all(".lit.pointed")).toHaveLength(2);
  expect(all(".lit:not(.pointed), .through")).toHaveLength(0);
});

test("after a move no lines are shown until the pointer moves again", () => {
  const { cell, all, props } = showBoard("3x3");
  point(cell("22"));
  const lit = (): Record<string, number> =>
    Object.fromEntries(
      ["of-either", "of-x", "of-o"].map((kind) => [kind, all(".plane").flatMap((at) => litCells(at, kind)).length]),
    );
  expect(lit()).toEqual({ "of-either": 9, "of-x": 0, "of-o": 0 });
  Object.assign(props, { stones: props.stones.with(4, "x"), lastMove: 4, toMove: "o" });
  paint();
  expect(lit()).toEqual({ "of-either": 0, "of-x": 0, "of-o": 0 });
  point(cell("22"), "pointermove");
  expect(lit()).toEqual({ "of-either": 0, "of-x": 9, "of-o": 0 });
});

test("a move is shown in the planes at once, and in the stack once they have been painted", () => {
  const { all, props } = showBoard("4x4x4");
  const stones = (): number[] => ["planes", "stack"].map((region) => all(`[data-region="${region}"] .stone`).length);
  Object.assign(props, { stones: props.stones.with(4, "x"), lastMove: 4, toMove: "o" });
  flushSync();
  expect(stones()).toEqual([1, 0]);
  paint();
  expect(stones()).toEqual([1, 1]);
});

test("the pointer shows where a stone would go, but hides no label", () => {
  const { cell, all } = showBoard("3x3", "", { labels: new Map([[0, { text: "W3", kind: "proved" }]]) });
  for (const name of ["11", "22"]) {
    point(cell(name));
  }
  expect(all(".ghost").map((ghost) => ghost.getAttribute("transform"))).toEqual(["translate(1 1) scale(0.01)"]);
  point(cell("11"));
  expect(all(".ghost")).toEqual([]);
  expect(cell("11").textContent.trim()).toBe("W3");
});

const FULL = "x... o... .... .... .... .x.. .o.. .... .... .... ..x. ..o. .... .... .... ...x";

test("a full line is a beam in the stack; in planes its cells are lit and numbered, and nothing is drawn across", () => {
  const { all, cell, props } = showBoard("4x4x4", FULL, { toMove: null });
  Object.assign(props, { wins: fullLines(props.geometry, props.stones) });
  flushSync();
  expect(all('[data-region="stack"] .beam.x')).toHaveLength(1);
  expect(all('[data-region="planes"] :is(.beam, polyline, line)').length).toBe(0);
  expect(all('[data-region="planes"] .cell.won').length).toBe(4);
  const numbers = ["111", "222", "333", "444"].map((name) => cell(name).querySelector("text.number")?.textContent);
  expect(numbers).toEqual(["1", "2", "3", "4"]);
  expect(all("[data-cell] text.number").length).toBe(4);
});

test("a full line through several blocks is one arc over the row of stacks", () => {
  pretendWidth(2000);
  const { all, props } = showBoard("4x4x4x4", "", { toMove: null, views: { ...DEFAULT_VIEWS, planes: false } });
  const line = ["1111", "2222", "3333", "4444"].map((name) => props.geometry.cellNamed(name) ?? -1);
  Object.assign(props, { stones: props.stones.map((_, cell) => (line.includes(cell) ? "o" : null)), wins: [line] });
  paint();
  const [beam, ...others] = all(".beam.o");
  expect(others).toEqual([]);
  const ends = Array.from((beam?.querySelector("path")?.getAttribute("d") ?? "").matchAll(/[M ](\S+) (\S+?)(?=Q|$)/gu));
  const places = ends.map(([, x, y]) => [Number(x), Number(y)]);
  expect(places).toHaveLength(4);
  expect(places).toEqual(places.toSorted(([one = 0], [two = 0]) => one - two));
});

test("a full line is lit and drawn on the map of a large board, too", () => {
  pretendWidth(320);
  const { all, props } = showBoard("4x4x4x4", "xxxx", { toMove: null });
  Object.assign(props, { wins: fullLines(props.geometry, props.stones) });
  flushSync();
  expect(all(".map .marked.x")).toHaveLength(4);
  expect(all(".map .beam.x")).toHaveLength(1);
});

test("the stones of a full line swell in its order, and no line of the cell under the pointer covers it", () => {
  const { all, cell, props } = showBoard("4x4x4", FULL, { toMove: null });
  point(cell("111"));
  expect(all(".through").length).toBeGreaterThan(0);
  Object.assign(props, { wins: fullLines(props.geometry, props.stones) });
  flushSync();
  expect(all(".through, .lit:not(.pointed)")).toHaveLength(0);
  const places = ["111", "222", "333", "444"].map((name) => cell(name).style.getPropertyValue("--place"));
  expect(places).toEqual(["0", "1", "2", "3"]);
});
