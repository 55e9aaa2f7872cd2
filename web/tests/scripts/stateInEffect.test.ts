import { Linter } from "eslint";
import svelte from "eslint-plugin-svelte";
import { expect, test } from "vitest";

import { stateInEffect } from "../../scripts/stateInEffect";

const linter = new Linter();
const config = [
  ...svelte.configs.base,
  { plugins: { page: { rules: { "state-in-effect": stateInEffect } } }, rules: { "page/state-in-effect": "error" } },
] as Linter.Config[];

/** Return the names whose assignments are found in an effect of a component. */
function found(effect: string): string[] {
  const state = `
    import { untrack } from "svelte";
    let { pitch = $bindable(), side } = $props();
    let last = 0;
    let at = $state(0), raw = $state.raw([]), twice = $derived(2 * at), list = $state();
    let options = $state({ on: false });
    const model = new Model();`;
  const script = `<script>${state}\n$effect(() => { ${effect} });</script>`;
  return linter
    .verify(script, config, "Page.svelte")
    .map(({ message }) => /state (\S+):/.exec(message)?.[1] ?? message);
}

test.each([
  ["at = side", ["at"]],
  ["at += 1; at++", ["at", "at"]],
  ["untrack(() => (raw = []))", ["raw"]],
  ["if (side) { twice = 3; }", ["twice"]],
  ["pitch = 1", ["pitch"]],
  ["model.pending = null; options.on = true", ["model.pending", "options.on"]],
  ["({ at, last } = side); [raw] = side", ["at", "raw"]],
])("an effect that sets state is found: %s", (effect, names) => {
  expect(found(effect)).toEqual(names);
});

test.each([
  "last = at",
  "list.scrollTop = 0",
  "return after(100, () => (at = 1))",
  "load().then((answer) => (raw = answer))",
  "return () => { at = 0; }",
  "const copy = { at }; copy.at = 2",
])("what is no state, or is set later, is not found: %s", (effect) => {
  expect(found(effect)).toEqual([]);
});
