import { expect, test } from "vitest";

import { chosenViews, keepViews } from "../../src/state/chosenViews";
import { memoryStorage } from "../../src/state/storage";

test("views are kept for each board, and nothing that is stored is trusted", () => {
  const storage = memoryStorage();
  storage.setItem("hyperoxo.views", '{"3x3": 1, "4x4": null, "5x5": {"planes": 0}}');
  keepViews(storage, "4x4x4x4", { planes: false, stack: true });
  keepViews(storage, "4x4x4", { planes: true, stack: true });
  expect(["4x4x4x4", "4x4x4", "3x3", "4x4", "5x5"].map((board) => chosenViews(storage, board))).toEqual([
    { planes: false, stack: true },
    { planes: true, stack: true },
    undefined,
    undefined,
    undefined,
  ]);
});
