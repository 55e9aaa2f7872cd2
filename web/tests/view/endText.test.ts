import { expect, test } from "vitest";

import { endText, lineKindText, type GameEnd } from "../../src/view/review/endText";
import { board } from "../boards";

const CUBE = board("4x4x4");

function line(...names: string[]): number[] {
  return names.map((name) => CUBE.cells.indexOf(name));
}

const DIAGONAL = line("111", "122", "133", "144");

test.each([
  [line("111", "112", "113", "114"), "a row"],
  [line("111", "121", "131", "141"), "a column"],
  [line("111", "211", "311", "411"), "a pillar"],
  [DIAGONAL, "a diagonal"],
  [line("411", "322", "233", "144"), "a space diagonal"],
])("a line is named by its kind: %j is %s", (cells, kind) => {
  expect(lineKindText(CUBE, cells)).toBe(kind);
});

test("in four dimensions too", () => {
  const four = board("3x3x3x3");
  expect(
    lineKindText(
      four,
      ["1111", "2222", "3333"].map((name) => four.cells.indexOf(name)),
    ),
  ).toBe("a diagonal along 4 axes");
  expect(
    lineKindText(
      four,
      ["1111", "2111", "3111"].map((name) => four.cells.indexOf(name)),
    ),
  ).toBe("a straight line");
});

const END: GameEnd = {
  geometry: CUBE,
  result: { ending: "line", winner: "x" },
  wins: [DIAGONAL],
  moves: 12,
  ownSides: ["x"],
  players: { x: "human", o: "oxo:level=4" },
  symbols: null,
};

const RESIGNED = { wins: [], result: { ending: "resigned", winner: "x" } } as const;

test.each<[Partial<GameEnd>, string]>([
  [{}, "You won in 12 moves"],
  [{ moves: 1 }, "You won in 1 move"],
  [{ ownSides: ["o"], players: { x: "oxo:level=4", o: "human" } }, "You lost: the house player won with a diagonal"],
  [{ ownSides: ["o"], players: { x: "atari-st", o: "human" } }, "You lost: Atari ST won with a diagonal"],
  [{ ownSides: ["o"], players: { x: "human", o: "human" } }, "You lost: your opponent won with a diagonal"],
  [{ ownSides: ["x", "o"], players: {} }, "X won with a diagonal"],
  [{ ownSides: ["x", "o"], players: {}, wins: [DIAGONAL, DIAGONAL] }, "X won with 2 lines at once"],
  [
    { ownSides: ["o"], players: { x: "ibm1620:rules=1620", o: "human" } },
    "You lost: IBM 1620 (rules 1620) won with a diagonal",
  ],
  [{ ...RESIGNED, ownSides: ["o"], players: { x: "oxo:level=4", o: "human" } }, "You resigned: the house player won"],
  [{ ...RESIGNED, ownSides: ["o"], players: { x: "atari-st", o: "human" } }, "You resigned: Atari ST won"],
  [{ ...RESIGNED, ownSides: ["o"], players: { x: "human", o: "human" } }, "You resigned: your opponent won"],
  [{ ...RESIGNED, players: { x: "human", o: "human" } }, "Your opponent resigned: you won"],
  [{ ...RESIGNED, ownSides: ["x", "o"], players: {} }, "O resigned: X won"],
  [{ ...RESIGNED, ownSides: [], players: { x: "oxo", o: "human" } }, "O resigned: the house player won"],
  [{ ownSides: [], players: {}, symbols: { x: "H", o: "C" } }, "H won with a diagonal"],
  [{ wins: [], result: { ending: "time", winner: "x" }, ownSides: [] }, "X won on time"],
  [{ wins: [], result: { ending: "full board", winner: null } }, "Draw: the board is full"],
])("the headline is about the winner: %j", (changed, text) => {
  expect(endText({ ...END, ...changed })).toBe(text);
});
