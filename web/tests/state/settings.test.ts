import { describe, expect, test } from "vitest";

import { DEFAULT_SETTINGS, loadSettings, saveSettings, type Settings } from "../../src/state/settings";
import { memoryStorage } from "../../src/state/storage";
import { holding, REFUSING } from "../storages";

test("what is saved is loaded again", () => {
  const storage = memoryStorage();
  const chosen: Settings = {
    ...DEFAULT_SETTINGS,
    theme: "dark",
    sound: false,
    confirm: "on",
    pace: 250,
    threats: false,
  };
  saveSettings(storage, chosen);
  expect(loadSettings(storage)).toEqual(chosen);
});

describe("nothing that is stored is trusted", () => {
  test.each(["", "null", "[]", "{", "7", '"dark"', '{"version":2,"theme":"dark"}', '{"theme":"dark"}'])(
    "%s leaves the defaults",
    (text) => {
      expect(loadSettings(holding(text))).toEqual(DEFAULT_SETTINGS);
    },
  );

  test("a setting that is not understood falls back, and the others are kept", () => {
    const text = JSON.stringify({ version: 1, theme: "green", sound: "no", confirm: 1, pace: -5, marks: false });
    expect(loadSettings(holding(text))).toEqual({ ...DEFAULT_SETTINGS, marks: false });
  });

  test("a failing storage is ignored", () => {
    const refusing = { ...REFUSING };
    expect(loadSettings(refusing)).toEqual(DEFAULT_SETTINGS);
    expect(() => {
      saveSettings(refusing, DEFAULT_SETTINGS);
    }).not.toThrow();
  });
});
