import { expect, test } from "vitest";

import { needsServer, newGameRequest, opponentSides, type NewGameChoices } from "../../src/state/newGame";

const choices: NewGameChoices = {
  board: "4x4x4",
  start: null,
  moves: [],
  opponentKind: "computer",
  opponent: "oxo:level=4",
  first: "ibm1620",
  firstMover: "me",
};
const me = { kind: "person", player: null };
const house = { kind: "player", player: "oxo:level=4" };

test("the player who begins is X", () => {
  expect(newGameRequest(choices, 0.9).seats).toEqual({ x: me, o: house });
  expect(newGameRequest({ ...choices, firstMover: "them" }, 0.1).seats).toEqual({ x: house, o: me });
});

test("a random choice of sides gives both", () => {
  const random: NewGameChoices = { ...choices, firstMover: "random" };
  expect(newGameRequest(random, 0.49).seats.x).toEqual(me);
  expect(newGameRequest(random, 0.5).seats.x).toEqual(house);
});

test("a person by link gets an open seat, and two computers get both", () => {
  const link = newGameRequest({ ...choices, opponentKind: "link", settings: { hints: true } }, 0);
  expect(link.seats.o).toEqual({ kind: "open", player: null });
  expect(link.settings).toEqual({ hints: true });
  expect(newGameRequest({ ...choices, opponentKind: "watch" }, 0).seats).toEqual({
    x: { kind: "player", player: "ibm1620" },
    o: house,
  });
});

test("an opponent must be able to play each side that it may get", () => {
  expect(opponentSides(choices)).toEqual(["o"]);
  expect(opponentSides({ ...choices, firstMover: "them" })).toEqual(["x"]);
  expect(opponentSides({ ...choices, firstMover: "random" })).toEqual(["x", "o"]);
  expect(opponentSides({ ...choices, opponentKind: "watch", firstMover: "them" })).toEqual(["o"]);
});

test("only two people at one screen need no server", () => {
  expect(needsServer(choices)).toBe(true);
  expect(needsServer({ ...choices, opponentKind: "here" })).toBe(false);
});
