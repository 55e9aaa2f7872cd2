// Lint rules beyond those of oxlint: likely faults that only types show, loose types, inaccessible markup.

import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

import { stateInEffect } from "./scripts/stateInEffect.js";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["src/api/schema.ts", ".svelte-check"] }, // generated
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  ts.configs.stylisticTypeChecked,
  svelte.configs.recommended,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: {
        projectService: true,
        extraFileExtensions: [".svelte"],
        tsconfigRootDir: import.meta.dirname,
      },
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    plugins: { page: { rules: { "state-in-effect": stateInEffect } } },
    rules: { "page/state-in-effect": "error" },
  },
  // `() => step(1)` is how a handler is written: no caller uses what it returns.
  { rules: { "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }] } },
  { files: ["**/*.js"], extends: [ts.configs.disableTypeChecked], languageOptions: { globals: globals.node } },
);
