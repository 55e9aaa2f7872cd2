import { expect, test } from "vitest";

import { thousands } from "../../src/state/thousands";

test("thousands are separated as the browser does it for English", () => {
  for (const number of [0, 7, 999, 1_000, 12_345, 100_000, 1_000_000, 1_234_567_890]) {
    expect(thousands(number)).toBe(number.toLocaleString("en"));
  }
});
