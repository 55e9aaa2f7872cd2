import { expect, test } from "vitest";

import { percent, thousands } from "../../src/state/numbers";

test("thousands are separated as the browser does it for English", () => {
  for (const number of [0, 7, 999, 1_000, 12_345, 100_000, 1_000_000, 1_234_567_890]) {
    expect(thousands(number)).toBe(number.toLocaleString("en"));
  }
});

test("a share is rounded as the terminal rounds it", () => {
  expect([0, 0.0025, 0.3495, 0.4825, 0.4875, 1].map(percent)).toEqual(["0.0", "0.2", "34.9", "48.2", "48.8", "100.0"]);
});
