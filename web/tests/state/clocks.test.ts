import { expect, test } from "vitest";

import { clockFigures, clockWords, daysLeft, isByDays, leftAt, warningBetween } from "../../src/state/clocks";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test("only the clock that runs counts down, and not below 0", () => {
  const clock = { setting: "60+5", x: 5_000, o: 9_000, running: "x", seconds: "", at: 100 } as const;
  expect([leftAt(clock, "x", 1_100), leftAt(clock, "o", 1_100), leftAt(clock, "x", 9_999)]).toEqual([4_000, 9_000, 0]);
  expect(leftAt({ ...clock, x: null }, "x", 1_100)).toBeNull();
});

test("time is shown by the second that has begun, and by days in two units", () => {
  expect([0, 1, 9_001, 59_999, HOUR, HOUR + 65_000].map(clockFigures)).toEqual([
    ...["0:00", "0:01", "0:10", "1:00"],
    ...["1:00:00", "1:01:05"],
  ]);
  expect([3 * DAY, 3 * DAY - 1, HOUR + MINUTE, 59_999].map(daysLeft)).toEqual([
    ...["3 d 0 h", "2 d 23 h", "1 h 1 min", "0 min"],
  ]);
  expect(["1 day", "3 days", "60+5"].map((setting) => isByDays({ setting }))).toEqual([true, true, false]);
  expect([clockWords("3 days"), clockWords("7+0.5")]).toEqual(["3 days a move", "7 s + 0.5 s a move"]);
});

test("a player hears of 1 minute and of 10 seconds once each", () => {
  const heard = [];
  for (let left = 61_000; left > 0; left -= 200) heard.push(warningBetween(left, left - 200));
  expect(heard.filter((text) => text !== "")).toEqual(["1 minute left", "10 seconds left"]);
});
