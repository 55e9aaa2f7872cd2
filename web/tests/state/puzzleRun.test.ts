import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { geometryOf } from "../../src/state/geometry";
import { boardTable } from "../../src/state/lines";
import { nextPuzzle, rushPuzzles } from "../../src/state/puzzleChoice";
import { afterPuzzle, daysAfter, puzzleProgress } from "../../src/state/puzzleProgress";
import { PuzzleRun } from "../../src/state/puzzleRun.svelte";
import { answerTo, drawTurn, puzzleOfDay, readPuzzles, sourceText } from "../../src/state/puzzles";
import type { Puzzle, Turn } from "../../src/state/puzzles";
import { memoryStorage } from "../../src/state/storage";

const PUZZLES = readPuzzles(readFileSync("../python/hyperoxo/puzzles/puzzles.jsonl", "utf8"));
const CLASSES = [...new Set(PUZZLES.map((puzzle) => puzzle.class))];

/** Return numbers that look random, the same at each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

function begun(puzzle: Puzzle, seed = 7): { run: PuzzleRun; turn: Turn; cellOf: (name: string) => number } {
  const geometry = geometryOf(boardTable(puzzle.board));
  const turn = drawTurn(geometry, numbers(seed));
  return {
    run: new PuzzleRun(geometry, puzzle, turn),
    turn,
    cellOf: (name) => turn[geometry.cells.indexOf(name)] ?? -1,
  };
}

function puzzleOfClass(name: string): Puzzle {
  const found = PUZZLES.find((puzzle) => puzzle.class === name);
  if (found === undefined) throw new Error(name);
  return found;
}

describe("a symmetry under which a puzzle is shown", () => {
  it.each(["3x3x3", "4x4x4", "4x4x4x4", "3x4x5:3"])("takes the lines of %s to lines", (board) => {
    const geometry = geometryOf(boardTable(board));
    const lines = new Set(geometry.lines.map((line) => [...line].sort((a, b) => a - b).join()));
    const drawn = Array.from({ length: 20 }, (_, seed) => drawTurn(geometry, numbers(seed + 1)));
    expect(new Set(drawn.map((turn) => turn.join())).size).toBeGreaterThan(5);
    for (const turn of drawn) {
      const moved = geometry.lines.map((line) => line.map((cell) => turn[cell] ?? -1).sort((a, b) => a - b));
      expect(new Set(moved.map((line) => line.join()))).toEqual(lines);
    }
  });
});

describe("an attempt at a puzzle", () => {
  it.each(CLASSES)("of the class %s is solved by the right cells under any symmetry", (name) => {
    for (const puzzle of PUZZLES.filter((each) => each.class === name)) {
      const { run, cellOf } = begun(puzzle);
      for (const { right } of puzzle.steps) {
        expect(run.state).toBe("open");
        run.play(cellOf(right));
      }
      expect([run.state, run.hasFailed]).toEqual(["solved", false]);
    }
  });

  it.each(CLASSES)("of the class %s answers each wrong cell at each step, and takes it back", (name) => {
    const puzzle = puzzleOfClass(name);
    for (const [done, step] of puzzle.steps.entries()) {
      const { run, cellOf } = begun(puzzle);
      for (const { right } of puzzle.steps.slice(0, done)) run.play(cellOf(right));
      const before = run.position;
      for (const cell of geometryOf(boardTable(puzzle.board)).cells) {
        if (cell === step.right || before.stones[cellOf(cell)] !== null) continue;
        run.play(cellOf(cell));
        if (run.state === "solved") return; // it completes a line
        const answer = answerTo(step, cell) ?? "";
        expect(run.state).toBe("wrong");
        expect(run.position.stones[cellOf(answer)]).toBe(run.solver === "x" ? "o" : "x");
        run.again();
        expect(run.position.stones).toEqual(before.stones);
      }
      expect(run.hasFailed).toBe(true);
    }
  });

  it("shows the solution and what follows, and is then no success", () => {
    const puzzle = PUZZLES.find(({ rest }) => rest !== undefined) ?? puzzleOfClass("only-win");
    const { run } = begun(puzzle);
    run.show();
    expect([run.state, run.hasFailed]).toEqual(["shown", true]);
    expect(run.position.result?.winner).toBe(run.solver);
  });
});

describe("a solved puzzle", () => {
  it("shows how its win ends, and stays solved without a mistake", () => {
    const puzzle = PUZZLES.find(({ rest }) => rest !== undefined) ?? puzzleOfClass("only-win");
    const { run, cellOf } = begun(puzzle);
    expect(run.canShowEnd).toBe(false);
    for (const { right } of puzzle.steps) run.play(cellOf(right));
    expect(run.canShowEnd).toBe(true);
    run.showEnd();
    expect([run.position.result?.winner, run.hasFailed, run.canShowEnd]).toEqual([run.solver, false, false]);
  });
});

describe("the choice of puzzles", () => {
  const progress = puzzleProgress(memoryStorage());

  it("begins with mistakes that are due, then takes easy ones that were not solved", () => {
    const [first, second] = PUZZLES as [Puzzle, Puzzle];
    const failed = afterPuzzle(progress, second.id, false, "2026-11-26");
    const due = daysAfter("2026-11-26", 1);
    expect(nextPuzzle(PUZZLES, failed, due, null)?.id).toBe(second.id);
    expect(nextPuzzle(PUZZLES, failed, due, second.id)?.id).not.toBe(second.id);
    const solved = afterPuzzle(progress, first.id, true, due);
    for (const seed of [1, 2, 3]) expect(nextPuzzle(PUZZLES, solved, due, null, numbers(seed))?.id).not.toBe(first.id);
  });

  it("says where a puzzle comes from without names of files, seeds and options", () => {
    const texts = PUZZLES.map(sourceText);
    expect(texts.filter((text) => /\.(jsonl|oxo)|seed|[:=]|^\d/.test(text))).toEqual([]);
    expect(texts).toContain("a game of IBM 1620 against Atari ST, after 12 moves");
  });

  it("orders a rush from easy to hard", () => {
    const grades = rushPuzzles(PUZZLES, numbers(5)).map(({ grade = 10 }) => grade);
    expect(grades).toEqual([...grades].sort((one, two) => one - two));
  });

  it("has another puzzle each day, for as many days as there are of the board", () => {
    const count = PUZZLES.filter(({ board }) => board === "4x4x4").length;
    const days = Array.from({ length: count }, (_, day) => puzzleOfDay(PUZZLES, daysAfter("2026-11-26", day))?.id);
    expect(new Set(days).size).toBe(count);
  });
});
