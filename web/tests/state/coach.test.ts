import { expect, test } from "vitest";

import {
  inSideWords,
  isWarned,
  overlooked,
  overlookedQuestion,
  ownReason,
  reasonOf,
  sideWords,
  step,
} from "../../src/state/coach";
import type { GameSession } from "../../src/state/gameSession";
import { SIDES, type Stone } from "../../src/state/geometry";
import { gamePosition, opponentOf } from "../../src/state/rules";
import { completions } from "../../src/state/threats";
import { board } from "../boards";
import { RANDOM_BOARDS, randomStones } from "../randomStones";

test.each([
  ["X has three in row 1: block at 114.", "You have three in row 1: block at 114."],
  ["O threatens twice; only one can be stopped", "O threatens twice; only one can be stopped"],
  ["13: X blocks O's two in row 1; X wins in 2 moves", "13: you block O's two in row 1; you win in 2 moves"],
  [
    "13: O blocks X's two in row 1; it closes one begun by X",
    "13: O blocks your two in row 1; it closes one begun by you",
  ],
  [
    "looked worse than 11: X's expected score is 62 %. X is late",
    "looked worse than 11: your expected score is 62 %. You are late",
  ],
  ["O wins in 2 moves, whatever X plays", "O wins in 2 moves, whatever you play"],
  ["From the start X was lost: O wins", "From the start you were lost: O wins"],
  ["X3 = across(X2)", "X3 = across(X2)"],
])("a player is addressed: %s", (text, said) => {
  expect(inSideWords(text, null, "x")).toBe(said);
});

test("only a player against another is you, and a program's marks stand for X and O, which may be exchanged", () => {
  expect(sideWords({ isLive: true, ownSides: ["o"] }, { x: "H", o: "C" })("X beats O")).toBe("H beats you");
  expect(sideWords({ isLive: true, ownSides: [] }, null)("X has it")).toBe("X has it");
  expect(sideWords({ isLive: false, ownSides: ["x", "o"] }, { x: "O", o: "X" })("with 222 O wins")).toBe(
    "with 222 X wins",
  );
});

test("of a program the coach says what its move does, and the program why; other reasons are the coach's", () => {
  const geometry = board("3x3");
  const note = (reasons: Record<string, unknown>) => ({ comment: "", sentence: "why", marks: {}, remark: "", reasons });
  const ruled = note({ level: 2, does: "X makes two", lines: [["11", "99", "33"]], rows: [["11"]] });
  expect([reasonOf(geometry, ruled), ownReason(ruled)]).toEqual([{ text: "X makes two", cells: [0, 8] }, "why"]);
  const quiet = note({ level: 11 });
  expect([reasonOf(geometry, quiet), ownReason(quiet)]).toEqual([null, "why"]);
  const house = note({ nodes: 3, lines: "11" });
  expect([reasonOf(geometry, house), ownReason(house)]).toEqual([{ text: "why", cells: [] }, ""]);
});

test.each(RANDOM_BOARDS)("on %s, a move overlooks what a stone elsewhere would complete", (name) => {
  const geometry = board(name);
  for (const stones of randomStones(geometry)) {
    const found = completions(geometry, stones);
    for (const toMove of SIDES) {
      const side = found[toMove].size > 0 ? toMove : opponentOf(toMove);
      const cells = [...found[side]].toSorted((a, b) => a - b);
      const [at] = cells;
      stones.forEach((stone, cell) => {
        if (stone !== null) return;
        const said = overlooked(geometry, { stones, toMove }, cell);
        if (at === undefined || cells.includes(cell)) expect(said).toBeNull();
        else expect(said?.text).toMatch(`${side.toUpperCase()} wins at ${geometry.cells[at] ?? ""}`);
        if (said !== null) expect(said.cells).toContain(at);
      });
    }
  }
});

test.each(RANDOM_BOARDS)("on %s, a move that has to be played meets the only threat, and threats are named", (name) => {
  const geometry = board(name);
  const names = (cells: ReadonlySet<number>): string[] => [...cells].map((cell) => geometry.cells[cell] ?? "");
  for (const stones of randomStones(geometry)) {
    const before = completions(geometry, stones);
    stones.forEach((stone, cell) => {
      if (stone !== null || before.x.has(cell)) return;
      const [does = "", but = ""] = step(geometry, { stones, toMove: "x" }, cell).split(", but O threatens ");
      const left = completions(geometry, stones.with(cell, "x"));
      expect(does.startsWith("X has to play")).toBe(before.x.size === 0 && String([...before.o]) === String(cell));
      for (const [said, side] of [
        [does.split(", threatening ")[1] ?? "", "x"],
        [but, "o"],
      ] as const) {
        const listed = left[side].size > 3 ? [`${String(left[side].size)} cells`] : names(left[side]);
        expect(said.split(" and ").toSorted()).toEqual(listed.length === 0 ? [""] : listed.toSorted());
      }
    });
  }
});

const THREE = { ...board("3x3"), lineWords: Array.from({ length: 8 }, (_, line) => `line ${String(line)}`) };

function session(drawing: string, some: Partial<GameSession> = {}): GameSession {
  const stones = Array.from(drawing, (sign): Stone => (sign === "x" || sign === "o" ? sign : null));
  const position = gamePosition(THREE, { stones, toMove: "x" });
  return {
    geometry: THREE,
    position,
    isLive: true,
    ownSides: ["x"],
    computer: null,
    helpRefusal: "",
    ...some,
  } as GameSession;
}

test("the question names the win, its line, and the move; the reader is you", () => {
  const row = THREE.lines.findIndex((line) => String(line) === "0,1,2");
  const asked = (drawing: string, cell: number, signs: { x: string; o: string } | null = null) =>
    overlookedQuestion(session(drawing), cell, signs)?.text;
  expect(asked("xx.oo....", 8)).toBe(`You win at 13: line ${String(row)}. Play 33 anyway?`);
  expect(asked("x..oo....", 8, { x: "M", o: "P" })).toMatch(/^P wins at 23: line \d\. Play 33 anyway\?$/);
  expect(asked("x..oo....", 5)).toBeUndefined();
});

test.each([
  ["oxo:level=1", "easy", true],
  ["oxo:level=2", "easy", true],
  ["oxo:level=3", "easy", false],
  ["oxo", "easy", false],
  ["ibm1620", "easy", false],
  [null, "easy", false],
  [null, "always", true],
  ["oxo:level=1", "never", false],
] as const)("against %s, with the setting %s, the answer is %s", (computer, setting, answer) => {
  expect(isWarned(session(".........", { computer }), setting)).toBe(answer);
  expect(isWarned(session(".........", { computer, helpRefusal: "Hints are off." }), setting)).toBe(false);
});
