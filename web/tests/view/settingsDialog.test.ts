import { flushSync } from "svelte";
import { expect, test } from "vitest";

import { preferences } from "../../src/state/preferences.svelte";
import { loadSettings } from "../../src/state/settings";
import { storage } from "../../src/state/storage";
import SettingsDialog from "../../src/view/SettingsDialog.svelte";
import { show } from "./mounted";

test("every change takes effect and is saved at once, and closing is reported", () => {
  const before = preferences.all;
  let closed = 0;
  show(SettingsDialog, { onclose: () => (closed += 1) });
  const named = (name: string): HTMLInputElement => {
    const label = [...document.querySelectorAll("label")].find((one) => one.textContent.trim() === name);
    const input = label?.querySelector("input");
    if (!input) throw new Error(`there is no ${name}`);
    return input;
  };
  expect(document.querySelector("dialog")?.open).toBe(true);
  expect(document.activeElement?.tagName).not.toBe("INPUT");
  named("Dark").click();
  named("Always").click();
  named("A short sound with every move").click();
  flushSync();
  expect(preferences.all).toMatchObject({ theme: "dark", confirm: "on", sound: false });
  expect(loadSettings(storage)).toEqual(preferences.all);
  document.querySelector<HTMLButtonElement>('button[aria-label="Close"]')?.click();
  expect(closed).toBe(1);
  preferences.change(before);
});
