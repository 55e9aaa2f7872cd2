import { expect, test } from "vitest";

import { endText, type GameEnd } from "../../src/view/review/endText";
import { board } from "../boards";

const CUBE = board("4x4x4");

const DIAGONAL = ["111", "122", "133", "144"].map((name) => CUBE.cells.indexOf(name));

const END: GameEnd = {
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
  [{ moves: null }, "You won"],
  [{ ownSides: ["o"], players: { x: "oxo:level=4", o: "human" } }, "You lost in 12 moves"],
  [{ ownSides: ["o"], players: { x: "atari-st", o: "human" } }, "You lost: Atari ST won in 12 moves"],
  [{ ownSides: ["o"], players: { x: "human", o: "human" } }, "You lost in 12 moves"],
  [{ ownSides: ["x", "o"], players: {} }, "X won in 12 moves"],
  [{ ownSides: ["x", "o"], players: {}, wins: [DIAGONAL, DIAGONAL] }, "X won in 12 moves"],
  [
    { ownSides: ["o"], players: { x: "ibm1620:rules=1620", o: "human" } },
    "You lost: IBM 1620 (rules 1620) won in 12 moves",
  ],
  [{ ...RESIGNED, ownSides: ["o"], players: { x: "oxo:level=4", o: "human" } }, "You resigned: the computer won"],
  [{ ...RESIGNED, ownSides: ["o"], players: { x: "atari-st", o: "human" } }, "You resigned: Atari ST won"],
  [{ ...RESIGNED, ownSides: ["o"], players: { x: "human", o: "human" } }, "You resigned: your opponent won"],
  [{ ...RESIGNED, players: { x: "human", o: "human" } }, "Your opponent resigned: you won"],
  [{ ...RESIGNED, ownSides: ["x", "o"], players: {} }, "O resigned: X won"],
  [{ ...RESIGNED, ownSides: [], players: { x: "oxo", o: "human" } }, "O resigned: the house player won"],
  [{ ownSides: [], players: {}, symbols: { x: "H", o: "C" } }, "H won in 12 moves"],
  [{ wins: [], result: { ending: "time", winner: "x" }, ownSides: [] }, "X won on time"],
  [{ wins: [], result: { ending: "full board", winner: null } }, "Draw: the board is full"],
  [{ wins: [], result: { ending: "draw agreed", winner: null } }, "Draw by agreement"],
])("the headline is about the winner: %j", (changed, text) => {
  expect(endText({ ...END, ...changed })).toBe(text);
});
