import { expect, test } from "vitest";

import type { LevelAnswer } from "../../src/api/types";
import { boxStates, lookAt, momentsOf } from "../../src/state/levelWalk";

/** A decision in which level 6 keeps a spot that level 10 plays. */
const KEPT: LevelAnswer = {
  position: "",
  level: 10,
  cell: "224",
  any_of: [],
  sentence: "",
  figure: {
    states: {
      "10": "decided",
      ...Object.fromEntries([1, 2, 3, 4, 5, 7, 8, 9].map((level) => [level, "passed"])),
      "6": "found",
    },
    notes: {},
    tree: [],
  },
  tables: { "4": ["213", "214", "244"], "7": ["241"], "10": ["111"] },
  table: "4",
  crossings: ["214", "244"],
  rows: [
    { level: 4, row: ["213", "214", "211", "212"], box: 4, marked: ["213", "214"], spot: null },
    { level: 4, row: ["224", "234", "244", "214"], box: 4, marked: ["244"], spot: null },
    { level: 6, row: ["234", "224", "214", "244"], box: 3, marked: [], spot: "224" },
  ],
};

test("a game is every level of every decision, ascending", () => {
  const plain = { ...KEPT, rows: [] };
  const levels = momentsOf([plain, { ...plain, level: 1, figure: { ...KEPT.figure, states: { "1": "decided" } } }]);
  expect(levels.map(({ level }) => level)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1]);
});

test.each([
  [3, [], [], null, "looking"],
  [5, ["213", "214", "244"], [], null, "looking"],
  [6, ["213", "214", "244"], ["214", "244"], null, "found"],
  [8, ["241"], [], null, "looking"],
  [10, ["213", "214", "244"], ["214", "244"], "224", "decided"],
])("at level %i the table is that of its levels", (level, marked, deciding, move, state) => {
  const look = lookAt(KEPT, level);
  expect([[...look.marked], [...look.deciding], look.move, look.states[level]]).toEqual([
    marked,
    deciding,
    move,
    state,
  ]);
  expect(Object.keys(look.states)).toHaveLength(level);
});

test("each row of a level is seen with the marks so far, before what the level ends with", () => {
  const moments = momentsOf([KEPT]);
  expect(moments.slice(3, 7).map(({ level, row }) => [level, row?.box])).toEqual([
    [4, 4],
    [4, 4],
    [4, undefined],
    [5, undefined],
  ]);
  const looks = moments.map(({ answer, level, row }) => lookAt(answer, level, row));
  expect(looks.slice(3, 6).map(({ marked }) => [...marked])).toEqual([
    ["213", "214"],
    ["213", "214", "244"],
    ["213", "214", "244"],
  ]);
  const third = looks[moments.findIndex(({ row }) => row?.spot === "224")];
  expect([[...(third?.marked ?? [])], third?.states[6]]).toEqual([["213", "214", "244"], "looking"]);
  expect(KEPT.rows.slice(2).map(boxStates)).toEqual([{ 1: "passed", 2: "passed", 3: "decided" }]);
});

test("a whole decision is what is seen at the level that answered", () => {
  expect(lookAt(KEPT)).toEqual(lookAt(KEPT, 10));
});
