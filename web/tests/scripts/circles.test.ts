// No module of the page imports itself through others, whether for values or types.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

const IMPORT = /(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;
const FOLDER = join(import.meta.dirname, "../../src");

/** Return the modules that a module imports. */
function importedBy(file: string): string[] {
  const paths = [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, path = ""]) => join(dirname(file), path));
  return paths
    .map((path) => (existsSync(`${path}.ts`) ? `${path}.ts` : path))
    .filter((path) => /\.(ts|svelte)$/.test(path));
}

test("no imports form a circle", () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).map((name) => join(FOLDER, name));
  const waiting = new Map(files.filter((file) => /\.(ts|svelte)$/.test(file)).map((file) => [file, importedBy(file)]));
  expect([...waiting.values()].flat().length).toBeGreaterThan(waiting.size);
  // Remove modules whose imports are all removed, until none is left but those on circles and above them.
  for (let before = Infinity; waiting.size < before;) {
    before = waiting.size;
    for (const [file, imported] of waiting) if (!imported.some((other) => waiting.has(other))) waiting.delete(file);
  }
  expect([...waiting.keys()]).toEqual([]);
});
