import { expect, test } from "vitest";

import { endTones, stoneTone } from "../../src/state/tones";
import { board } from "../boards";

test("each tier and each side has a tone of its own, and higher tiers sound higher", () => {
  const geometry = board("4x4x4");
  const down = ["111", "211", "311", "411"].map((name) => geometry.cellNamed(name) ?? -1);
  const tones = down.map((cell) => stoneTone(geometry, "x", cell));
  expect(tones).toEqual(tones.toSorted((one, two) => two - one));
  expect(new Set([...tones, ...down.map((cell) => stoneTone(geometry, "o", cell))]).size).toBe(8);
  expect(endTones(geometry, "x", down)).toEqual(tones.map((tone) => 2 * tone));
});

test("on a flat board all stones of a side sound alike, and a draw ends with a chord", () => {
  const geometry = board("3x3");
  expect(new Set(geometry.cells.map((_, cell) => stoneTone(geometry, "o", cell))).size).toBe(1);
  expect(endTones(geometry, "o", undefined)).toHaveLength(3);
});
