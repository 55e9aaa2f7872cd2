// A Vite plug-in that cuts the page's font to the characters and weights that the page uses, before the style sheet names
// it, and leaves the font's licence in the page.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

import subsetFont from "subset-font";
import type { Plugin } from "vite";

/** Everything on a keyboard of Western Europe, and the marks of our texts; browsers draw other letters in the fallback. */
const CHARACTERS = [...range(0x20, 0x7e), ...range(0xa0, 0xff), "–—‘’“”…−↑↓"].join("");

function range(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
}

/** Make the plug-in, which reads `source`, writes `subset`, and copies the licence from the folder of the font's package. */
export function font(source: string, subset: string, licence: string): Plugin {
  return {
    name: "hyperoxo:font",
    async buildStart() {
      const cut = await subsetFont(await readFile(source), CHARACTERS, {
        targetFormat: "woff2",
        variationAxes: { wght: { min: 400, max: 600 } },
        keepFeatures: ["kern", "tnum"],
        noHinting: true,
      });
      await mkdir(dirname(subset), { recursive: true });
      await writeFile(subset, cut);
    },
    async generateBundle() {
      this.emitFile({ type: "asset", fileName: "font-licence.txt", source: await readFile(licence) });
    },
  };
}
