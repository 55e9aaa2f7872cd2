// What players read asks for no command: only the museum has one, for the games of a program against itself.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const FOLDER = join(import.meta.dirname, "../../src/view");
const COMMAND = /\bmake (build|play)\b|\boxo [a-z]+\b|<code\s*>--/;

test("no page for players asks for a command", () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".svelte"));
  expect(files.filter((name) => COMMAND.test(readFileSync(join(FOLDER, name), "utf8")))).toEqual([
    join("museum", "SelfPlay.svelte"),
  ]);
});
