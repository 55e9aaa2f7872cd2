import { expect, test } from "vitest";

import { geometryOf } from "../../src/state/geometry";
import { boardTable } from "../../src/state/lines";
import { ownPuzzles } from "../../src/state/ownPuzzles";
import { PuzzleRun } from "../../src/state/puzzleRun.svelte";
import { keepReview, type KnownReview } from "../../src/state/reviewStorage";
import { memoryStorage } from "../../src/state/storage";

const NONE = { values: [], marks: [], sections: [], progress: 1 };
const VALUE = { outcome: "loss", plies: 2, exact: true, label: "L2" };

/** O answered the corner with a side: X then has a fork, and the centre held. */
const MISTAKE = {
  ply: 2,
  side: "o",
  cell: "12",
  kind: "gave_away_draw",
  name: "",
  text: "",
  mistake: true,
  value: VALUE,
  line: ["12", "22", "33"],
  better: { cell: "22", value: VALUE, line: ["22", "33", "12"], text: "" },
  figures: [],
};

test("each proved mistake of a kept review is a puzzle, whose solution is the better move", () => {
  const storage = memoryStorage();
  const key_moves = [
    { ...MISTAKE, proved: true },
    { ...MISTAKE, proved: false, ply: 3 },
    { ...MISTAKE, proved: true, better: null },
  ];
  const game = { board: "3x3", start: null, moves: ["11", "12", "22", "33"], winner: null };
  keepReview(storage, game, { known: { ...NONE, key_moves } as unknown as KnownReview, complete: true });
  keepReview(storage, { ...game, board: "nothing" }, { known: { ...NONE, key_moves } as never, complete: true });
  const [puzzle, ...others] = ownPuzzles(storage);
  expect(others).toEqual([]);
  expect(puzzle).toMatchObject({ board: "3x3", position: "x8 o", last: "11", rest: "12" });
  if (puzzle === undefined) return;
  const geometry = geometryOf(boardTable("3x3"));
  const run = new PuzzleRun(geometry, puzzle, geometry.cells.map((_, cell) => cell)); // prettier-ignore
  run.play(geometry.cells.indexOf("12"));
  expect([run.state, run.position.stones[4]]).toEqual(["wrong", "x"]);
  run.again();
  run.play(geometry.cells.indexOf("22"));
  expect(run.state).toBe("solved");
});
