import { expect, test } from "vitest";

import type { GameRef } from "../../src/api/types";
import { keepReview, keptReview, MAX_REVIEWS, type KnownReview } from "../../src/state/reviewStorage";
import { memoryStorage } from "../../src/state/storage";

const KNOWN: KnownReview = { values: [], marks: [], key_moves: [], sections: [], progress: 1 };

function game(number: number): GameRef {
  return { board: "3x3", start: null, moves: [String(number)], winner: null };
}

test("a review is found by its game", () => {
  const storage = memoryStorage();
  keepReview(storage, game(1), { known: KNOWN, complete: false });
  expect(keptReview(storage, game(1))).toMatchObject({ known: KNOWN, complete: false });
  expect(keptReview(storage, game(2))).toBeNull();
  expect(keptReview(storage, { ...game(1), winner: "x" })).toBeNull();
});

test("a review that an earlier page kept, without words for better moves, is dropped", () => {
  const storage = memoryStorage();
  const parts = '"values":[],"marks":[],"key_moves":[{"better":{"cell":"11"}}],"sections":[]';
  storage.setItem("hyperoxo.reviews", `[{"game":"3x3||1|","known":{${parts}},"complete":true}]`);
  expect(keptReview(storage, game(1))).toBeNull();
});

test("the oldest reviews are forgotten", () => {
  const storage = memoryStorage();
  for (let number = 0; number <= MAX_REVIEWS; number += 1) {
    keepReview(storage, game(number), { known: KNOWN, complete: true });
  }
  expect(keptReview(storage, game(0))).toBeNull();
  expect(keptReview(storage, game(1))).not.toBeNull();
  expect(keptReview(storage, game(MAX_REVIEWS))).not.toBeNull();
});

test.each(["", "{", "3", "[1, null, {}]", '[{"game": "3x3||1|", "known": {"values": 3}}]'])(
  "what is malformed is ignored: %s",
  (text) => {
    const storage = memoryStorage();
    storage.setItem("hyperoxo.reviews", text);
    expect(keptReview(storage, game(1))).toBeNull();
    keepReview(storage, game(1), { known: KNOWN, complete: true });
    expect(keptReview(storage, game(1))).not.toBeNull();
  },
);
