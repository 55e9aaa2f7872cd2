import { expect, test } from "vitest";

import type { GameSession } from "../../src/state/gameSession";
import type { Side, Stone } from "../../src/state/geometry";
import { isLessonOffered, reachedStep, storeReachedStep, withdrawLesson } from "../../src/state/lessonProgress";
import { isWarned, overlooked, overlookedQuestion } from "../../src/state/overlooked";
import { fullLines, gamePosition, opponentOf } from "../../src/state/rules";
import { memoryStorage } from "../../src/state/storage";
import { board } from "../boards";
import { RANDOM_BOARDS, randomStones } from "../randomStones";

test.each(RANDOM_BOARDS)("on %s, a move overlooks what a stone elsewhere would complete", (name) => {
  const geometry = board(name);
  for (const stones of randomStones(geometry)) {
    const before = fullLines(geometry, stones).length;
    const completing = (side: Side): number[] =>
      geometry.cells.flatMap((_, cell) =>
        stones[cell] === null && fullLines(geometry, stones.with(cell, side)).length > before ? [cell] : [],
      );
    for (const toMove of ["x", "o"] satisfies Side[]) {
      const [side, cells] =
        completing(toMove).length > 0
          ? ([toMove, completing(toMove)] as const)
          : ([opponentOf(toMove), completing(opponentOf(toMove))] as const);
      const [at] = cells;
      stones.forEach((stone, cell) => {
        if (stone !== null) return;
        const text = overlooked(geometry, { stones, toMove }, cell);
        if (at === undefined || cells.includes(cell)) expect(text).toBe("");
        else expect(text).toMatch(`${side.toUpperCase()} wins at ${geometry.cells[at] ?? ""}`);
      });
    }
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
  expect(overlookedQuestion(session("xx.oo...."), 8, null)).toBe(`You win at 13: line ${String(row)}. Play 33 anyway?`);
  const signs = { x: "M", o: "P" };
  expect(overlookedQuestion(session("x..oo...."), 8, signs)).toMatch(/^P wins at 23: line \d\. Play 33 anyway\?$/);
  expect(overlookedQuestion(session("x..oo...."), 5, null)).toBe("");
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
});

test("no setting asks in a game in which hints are off", () => {
  const refusing = session(".........", { helpRefusal: "Hints are off in this game until it ends." });
  expect(isWarned(refusing, "always")).toBe(false);
});

test("the step of each lesson is stored, and that the lesson is offered no longer", () => {
  const storage = memoryStorage();
  expect([isLessonOffered(storage), reachedStep(storage, "4x4x4")]).toEqual([true, 0]);
  storeReachedStep(storage, "4x4x4", 5);
  withdrawLesson(storage);
  storeReachedStep(storage, "4x4x4x4", 2);
  expect([isLessonOffered(storage), reachedStep(storage, "4x4x4"), reachedStep(storage, "4x4x4x4")]).toEqual([
    false,
    5,
    2,
  ]);
  storage.setItem("hyperoxo.lesson", '{"4x4x4": "junk"}');
  expect([isLessonOffered(storage), reachedStep(storage, "4x4x4")]).toEqual([true, 0]);
});
