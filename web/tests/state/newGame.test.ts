import { expect, test } from "vitest";

import { newGameRequest, needsServer, opponentSides, type NewGameChoices } from "../../src/state/newGame";

const opening: NewGameChoices = {
  board: "4x4x4",
  start: null,
  moves: [],
  opposition: "computer",
  opponent: "oxo:level=4",
  first: "ibm1620",
  beginner: "me",
  delay: 1,
};
const me = { kind: "person", player: null };
const house = { kind: "player", player: "oxo:level=4" };

test("who begins holds X", () => {
  expect(newGameRequest(opening, 0.9).seats).toEqual({ x: me, o: house });
  expect(newGameRequest({ ...opening, beginner: "them" }, 0.1).seats).toEqual({ x: house, o: me });
});

test("chance decides where that is left to it", () => {
  const random: NewGameChoices = { ...opening, beginner: "random" };
  expect(newGameRequest(random, 0.49).seats.x).toEqual(me);
  expect(newGameRequest(random, 0.5).seats.x).toEqual(house);
});

test("a person by link gets an open seat; two computers hold both", () => {
  expect(newGameRequest({ ...opening, opposition: "link" }, 0).seats.o).toEqual({ kind: "open", player: null });
  expect(newGameRequest({ ...opening, opposition: "watch" }, 0).seats).toEqual({
    x: { kind: "player", player: "ibm1620" },
    o: house,
  });
});

test("an opponent has to be able to hold every side that it may come to hold", () => {
  expect(opponentSides(opening)).toEqual(["o"]);
  expect(opponentSides({ ...opening, beginner: "them" })).toEqual(["x"]);
  expect(opponentSides({ ...opening, beginner: "random" })).toEqual(["x", "o"]);
  expect(opponentSides({ ...opening, opposition: "watch", beginner: "them" })).toEqual(["o"]);
});

test("only two people at one screen need no server", () => {
  expect(needsServer(opening)).toBe(true);
  expect(needsServer({ ...opening, opposition: "here" })).toBe(false);
});
