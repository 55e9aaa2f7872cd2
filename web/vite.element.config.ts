// Builds the element `<hyperoxo-board>`, one file beside the page.

import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

import { elementStyles } from "./scripts/elementStyles.ts";

export default defineConfig({
  plugins: [svelte(), elementStyles()],
  publicDir: false,
  build: {
    outDir: fileURLToPath(new URL("../python/hyperoxo/server/page", import.meta.url)),
    emptyOutDir: false,
    license: { fileName: "hyperoxo-board.licenses.md" },
    target: "es2022",
    // A plain script: a module cannot be loaded by a document in a sandbox.
    lib: {
      entry: fileURLToPath(new URL("src/embed/element.svelte.ts", import.meta.url)),
      name: "hyperoxoBoard",
      formats: ["iife"],
      fileName: () => "hyperoxo-board.js",
    },
  },
});
