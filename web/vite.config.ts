// Builds the page, serves it during development, and runs its tests.

import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

import { scriptBudget } from "./scripts/budget.ts";
import { font } from "./scripts/font.ts";
import { markdown } from "./scripts/markdown.ts";
import { serviceWorker, WORKER_FILE } from "./scripts/serviceWorker.ts";

/** The server of games that `npm run dev` talks to: `oxo serve` at its default address. */
const SERVER = process.env["HYPEROXO_SERVER"] ?? "http://127.0.0.1:8642";

/** After how many milliseconds a test hangs: so long that no busy machine ends one. */
const PATIENCE = 1000 * Number(process.env["HYPEROXO_PATIENCE"] ?? 240);

/** What the first paint may cost: bytes of gzipped script that a browser loads before it. */
const INITIAL_SCRIPT = 45_000;

/** The file of puzzles, which the server serves from the package. */
const PUZZLES = here("../python/hyperoxo/puzzles/puzzles.jsonl");

/** The package of the page's font, and the part of the font that the style sheet names. */
const FONT = here("node_modules/@fontsource-variable/inter");
const SUBSET = here("node_modules/.subset/inter.woff2");

/** The sources of the museum, by name. */
const SOURCES = namesIn("../docs/historic");
/** The pages that are shown as parts of the sources which link to them, by name. */
const PARTS = [...namesIn("../docs/experiments"), "ladder", "blueprint"];

function namesIn(folder: string): readonly string[] {
  return readdirSync(here(folder)).map((file) => basename(file, ".md"));
}

function here(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

/** Return where the page shows a page of the docs, null if it does not. */
function addressOf(name: string): string | null {
  if (SOURCES.includes(name)) return `/museum/${name}/sources`;
  if (PARTS.includes(name)) return `#${name}`;
  return { results: "/about", museum: "/museum" }[name] ?? null;
}

export default defineConfig({
  plugins: [
    svelte(),
    font(`${FONT}/files/inter-latin-wght-normal.woff2`, SUBSET, `${FONT}/LICENSE`),
    markdown(addressOf, here("..")),
    serviceWorker(here("public"), PUZZLES),
    scriptBudget(INITIAL_SCRIPT),
  ],
  define: { __PUZZLE_COUNT__: String(readFileSync(PUZZLES, "utf8").trim().split("\n").length) },
  // The server writes its own path for the dot of addresses in `index.html`.
  base: "./",
  build: {
    // The page is built into the Python package, which serves it. Each build empties the folder first.
    outDir: here("../python/hyperoxo/server/page"),
    emptyOutDir: true,
    // The notices of the libraries in the scripts, which their licences demand; they are served with the page.
    license: { fileName: "licenses.md" },
    // The page's security policy forbids inline scripts, which the polyfill for old browsers would be.
    modulePreload: { polyfill: false },
    target: "es2022",
    rolldownOptions: {
      input: { index: here("index.html"), worker: here("src/offline/serviceWorker.ts") },
      output: {
        entryFileNames: ({ name }) => (name === "worker" ? WORKER_FILE : "assets/[name]-[hash].js"),
        // Some parts are named after all pages that share them, which is left out.
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, "")}-[hash].js`,
        assetFileNames: ({ names: [name = ""] }) => `assets/${name.replace(/(~.*)?\.[^.]*$/, "")}-[hash][extname]`,
        // A first visit takes longer with each file that it waits for, so small parts are put together.
        codeSplitting: {
          groups: [
            { name: "start", tags: ["$initial"], test: (id) => !id.startsWith(here("src/offline/")) },
            { name: "documents", test: (id) => id === here("src/documents.ts") },
            {
              name: "room",
              test: /src\/view\/(screens\/programs|museum\/(StillScreen|playProgram)|common\/AfterPaint)/,
            },
            { name: "parts", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 30_000 },
            { name: "screens", test: /src\/view\/screens\/.*\.svelte/ },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: SERVER, ws: true }, "/puzzles.jsonl": { target: SERVER } } },
  test: {
    testTimeout: PATIENCE,
    hookTimeout: PATIENCE,
    expect: { poll: { timeout: PATIENCE / 4, interval: 10 } },
    // A document and the modules made anew for each file take two thirds of the time; a test undoes what it changes.
    isolate: false,
    projects: [
      {
        extends: true,
        test: { name: "plain", environment: "node", include: ["tests/{state,api,offline,scripts}/**/*.test.ts"] },
      },
      {
        extends: true,
        // Test the browser's build of components, not the one for server rendering.
        resolve: { conditions: ["browser"] },
        test: {
          name: "view",
          environment: "jsdom",
          setupFiles: ["tests/view/setup.ts"],
          include: ["tests/view/**/*.test.ts"],
        },
      },
    ],
  },
});
