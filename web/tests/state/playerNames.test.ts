import { expect, test } from "vitest";

import { playerText, readPlayerName, STRATEGY_FOR_PEOPLE, writePlayerName } from "../../src/state/playerNames";
import { option } from "../options";

const options = [option("rules", "extended"), option("row-shuffle", 0), option("variety", true), option("level", null)];

test("a name holds the options that differ from their defaults", () => {
  expect(writePlayerName("ibm1620", options, {})).toBe("ibm1620");
  expect(writePlayerName("ibm1620", options, { rules: "extended", "row-shuffle": 0 })).toBe("ibm1620");
  expect(writePlayerName("ibm1620", options, { rules: "1620", "row-shuffle": 3, variety: false, level: null })).toBe(
    "ibm1620:rules=1620,row-shuffle=3,variety=no",
  );
});

test("the name of a player is split into kind and options", () => {
  expect(readPlayerName("oxo:level=4")).toEqual({ kind: "oxo", set: { level: "4" } });
  expect(readPlayerName("random")).toEqual({ kind: "random", set: {} });
});

test("players are named for people", () => {
  expect(playerText("oxo:level=4")).toBe("Medium (level 4)");
  expect(playerText("oxo:level=3")).toBe("House player, level 3");
  expect(playerText("oxo")).toBe("House player, at its strongest");
  expect(playerText(STRATEGY_FOR_PEOPLE)).toBe("House player, by the strategy for people");
  expect(playerText("ibm1620:rules=1620")).toBe("IBM 1620 (rules 1620)");
  expect(["atari-st", "magic-square", "random", "my-engine"].map(playerText)).toEqual([
    "Atari ST",
    "Magic square",
    "Random moves",
    "my-engine",
  ]);
});
