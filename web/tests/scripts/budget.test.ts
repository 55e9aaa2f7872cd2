import { gzipSync } from "node:zlib";

import { expect, test } from "vitest";

import { initialScriptSize, type Chunk } from "../../scripts/budget";

function chunk(fileName: string, imports: string[], isEntry = false): Chunk {
  return { type: "chunk", fileName, isEntry, imports, code: `export const ${fileName} = 1;` };
}

function weight(...chunks: Chunk[]): number {
  return chunks.reduce((sum, { code }) => sum + gzipSync(code).length, 0);
}

test("the size of an entry includes all static imports, each file once", () => {
  const entry = chunk("entry", ["left", "right"], true);
  const left = chunk("left", ["shared"]);
  const right = chunk("right", ["shared"]);
  const shared = chunk("shared", ["left"]);
  const later = chunk("later", ["shared"]);
  const style = { type: "asset" } as const;
  const bundle = { entry, left, right, shared, later, style };
  expect(initialScriptSize(bundle)).toBe(weight(entry, left, right, shared));
});
