import { expect, test } from "vitest";

import type { ListingTurn } from "../../src/api/types";
import { clickedPlace, shownRows, listingTurnText } from "../../src/view/museum/listing";

test("empty rows at the end of a screen are left out, down to six", () => {
  const screen = Array.from({ length: 20 }, (_, row) => (row === 8 ? "X " : "  "));
  expect(shownRows(screen)).toHaveLength(9);
  expect(shownRows(Array.from({ length: 20 }, () => "  "))).toHaveLength(6);
});

test.each([
  [0, 0, "0 0"],
  [199, 99, "39 19"],
  [250, -4, "39 0"],
  [52, 51, "10 10"],
])("a click at %d, %d is at %s", (x, y, place) => {
  expect(clickedPlace(x, y, { width: 200, height: 100 }, 40, 20)).toBe(place);
});

const TURN: ListingTurn = {
  position: "9 x",
  cell: "22",
  place: "line 3",
  player: "fignition",
  player_cell: "22",
  sentence: "",
  agrees: true,
};

test.each([
  [{}, "The listing plays 22, by line 3; fignition plays the same."],
  [{ player_cell: "11" }, "The listing plays 22, by line 3; fignition could play the same, and draws 11."],
  [{ player_cell: null, agrees: false }, "The listing plays 22, by line 3; fignition plays no square."],
  [{ cell: null, place: "", player_cell: null }, "The listing plays no square; fignition plays the same."],
])("a turn %o is put in words", (change, text) => {
  expect(listingTurnText({ ...TURN, ...change })).toBe(text);
});
