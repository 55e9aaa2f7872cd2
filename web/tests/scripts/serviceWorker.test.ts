import { expect, test } from "vitest";

import { insertFiles } from "../../scripts/serviceWorker.ts";

const CODE = "keep(__FILES__, `v-${__VERSION__}`)";

test("the worker gets the list of all files, and a version", () => {
  expect(insertFiles(CODE, { "b.js": "2", "a.js": "1" })).toMatch(
    /^keep\(\["\/a\.js","\/b\.js"\], `v-\$\{"[0-9a-f]{16}"\}`\)$/,
  );
});

test("the version changes with what is in a file, and with nothing else", () => {
  const once = insertFiles(CODE, { "a.js": "1", "icon.svg": "x" });
  expect(insertFiles(CODE, { "icon.svg": "x", "a.js": "1" })).toBe(once);
  expect(insertFiles(CODE, { "a.js": "1", "icon.svg": "y" })).not.toBe(once);
});
