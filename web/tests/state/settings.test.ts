import { describe, expect, test } from "vitest";

import { DEFAULTS, loadSettings, saveSettings, type Settings } from "../../src/state/settings";
import { memoryStore, type Store } from "../../src/state/storage";

function holding(text: string): Store {
  return { getItem: () => text, setItem: () => undefined };
}

test("what is saved is loaded again", () => {
  const store = memoryStore();
  const chosen: Settings = { ...DEFAULTS, theme: "dark", sound: false, confirm: "on", pace: 250, winRings: false };
  saveSettings(store, chosen);
  expect(loadSettings(store)).toEqual(chosen);
});

describe("nothing that is stored is trusted", () => {
  test.each(["", "null", "[]", "{", "7", '"dark"', '{"version":2,"theme":"dark"}', '{"theme":"dark"}'])(
    "%s leaves the defaults",
    (text) => {
      expect(loadSettings(holding(text))).toEqual(DEFAULTS);
    },
  );

  test("a setting that is not understood falls back, and the others are kept", () => {
    const text = JSON.stringify({ version: 1, theme: "green", sound: "no", confirm: 1, pace: -5, marks: false });
    expect(loadSettings(holding(text))).toEqual({ ...DEFAULTS, marks: false });
  });

  test("storage that refuses is no error", () => {
    const refusing: Store = {
      getItem: () => {
        throw new Error("denied");
      },
      setItem: () => {
        throw new Error("full");
      },
    };
    expect(loadSettings(refusing)).toEqual(DEFAULTS);
    expect(() => {
      saveSettings(refusing, DEFAULTS);
    }).not.toThrow();
  });
});
