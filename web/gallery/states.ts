// The states of the board that the gallery shows.

import type { Geometry, Side, Stone } from "../src/state/geometry";
import type { Label } from "../src/state/labels";
import { fullLines } from "../src/state/rules";
import { rings } from "../src/state/threats";
import { DEFAULT_VIEWS, type BoardProps, type BoardViews } from "../src/view/board/boardProps";
import { board } from "../tests/boards";

/** A state: what it is called, and what the board is given. */
interface GalleryState {
  readonly name: string;
  readonly props: BoardProps;
}

interface Extra {
  readonly labels?: Readonly<Record<string, Label>>;
  readonly symbols?: Readonly<Record<Side, string>>;
  readonly views?: Partial<BoardViews>;
  readonly highlight?: readonly string[];
}

/** Return the state after some moves. */
function after(name: string, on: string, moves: string, extra: Extra = {}): GalleryState {
  const geometry = board(on);
  const played = moves
    .split(" ")
    .filter(Boolean)
    .map((move) => cell(geometry, move));
  const stones = geometry.cells.map((): Stone => null);
  played.forEach((at, ply) => (stones[at] = ply % 2 === 0 ? "x" : "o"));
  const wins = fullLines(geometry, stones);
  const toMove = wins.length > 0 ? null : played.length % 2 === 0 ? "x" : "o";
  return {
    name,
    props: {
      geometry,
      stones,
      toMove,
      wins,
      lastMove: played.at(-1) ?? null,
      rings: rings(geometry, stones, toMove),
      interactive: toMove !== null,
      labels: new Map(Object.entries(extra.labels ?? {}).map(([at, label]) => [cell(geometry, at), label])),
      symbols: extra.symbols ?? null,
      highlight: (extra.highlight ?? []).map((at) => cell(geometry, at)),
      views: { ...DEFAULT_VIEWS, ...extra.views },
    },
  };
}

function cell(geometry: Geometry, name: string): number {
  const found = geometry.cellNamed(name);
  if (found === undefined) throw new RangeError(`${name} is no cell of ${geometry.name}`);
  return found;
}

function proved(text: string): Label {
  return { text, kind: "proved" };
}

function points(text: string): Label {
  return { text, kind: "points" };
}

const MIDDLE = "222 333 111 444 114 441 141 411 144 414 232 323 233";

/** Every state of the gallery, in order. */
export const STATES: readonly GalleryState[] = [
  after("empty-cube", "4x4x4", ""),
  after("cube", "4x4x4", MIDDLE),
  after("cube-rows", "4x4x4", MIDDLE, { views: { sliceAxis: 1 } }),
  after("cube-plane", "4x4x4", MIDDLE, { views: { plane: 14 } }),
  after("cube-turned", "4x4x4", MIDDLE, { views: { yaw: 45 } }),
  after("cube-stack", "4x4x4", MIDDLE, { views: { planes: false } }),
  after("cube-planes", "4x4x4", MIDDLE, { views: { stack: false } }),
  after("cube-won", "4x4x4", "111 112 222 221 333 334 444"),
  after("cube-points", "4x4x4", MIDDLE, {
    symbols: { x: "H", o: "C" },
    labels: { "212": points("110"), "223": points("33"), "322": points("77"), "112": points("5"), "121": points("6") },
  }),
  after("three", "3x3x3", "111 112 113", {
    labels: {
      "222": proved("W3"),
      "121": proved("L6"),
      "122": proved("D"),
      "123": proved("W≤7"),
      "131": proved("?"),
      "132": { text: "0.31", kind: "heuristic" },
      "211": { text: "~12", kind: "heuristic" },
      "333": proved("W11"),
    },
    highlight: ["311", "312", "313"],
  }),
  after("square", "3x3", "11 22 33"),
  after("square-won", "3x3", "11 12 22 13 33"),
  after("square-numbers", "3x3", "11 22", {
    labels: { "12": points("9"), "13": points("4"), "21": points("7"), "23": points("3"), "31": points("6") },
  }),
  after("four", "4x4x4x4", "1111 2222 1112 3333 1113 1114 2323 3232"),
  after("four-won", "4x4x4x4", "1111 1112 2222 2221 3333 1443 4444"),
  after("large", "16x16:5", "8.8 9.9 8.9 9.8 8.10 8.11 10.10"),
  after("odd", "3x4x5:3", "111 222 122 233"),
  after("line", "9:3", "5 4 6"),
  after("five", "3x3x3x3x3", "22222 11111 33333 12312"),
  after("two", "5x5:4", "33 22 34 23"),
];
