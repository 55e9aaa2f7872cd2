import { expect, test } from "vitest";

import { clearPapers, storedPaper, storePaper } from "../../src/state/paper";
import { memoryStorage } from "../../src/state/storage";
import { holding } from "../storages";

const aside = (ply: number) => ({ ply, lines: [`LINE ${String(ply)}`] });

test("a paper is stored by game, within bounds, and forgotten with its game", () => {
  const storage = memoryStorage();
  const asides = Array.from({ length: 500 }, (_, ply) => aside(ply));
  for (const game of ["a", "b", "c", "d", "e", "f"]) storePaper(storage, game, asides);
  expect(storedPaper(storage, "a")).toEqual([]);
  expect(storedPaper(storage, "f")).toEqual(asides.slice(-100));
  storePaper(storage, "e", [aside(3)]);
  clearPapers(storage, (game) => game === "e");
  expect([storedPaper(storage, "e"), storedPaper(storage, "f")]).toEqual([[aside(3)], []]);
});

test.each([
  "null",
  "{}",
  "[1, null]",
  '[{"game": "a"}]',
  '[{"game": "a", "asides": [null, {"ply": "1", "lines": []}, {"ply": 1, "lines": [2]}]}]',
])("what is malformed in storage is left out: %s", (text) => {
  expect(storedPaper(holding(text), "a")).toEqual([]);
});
