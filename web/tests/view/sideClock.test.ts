import { flushSync } from "svelte";
import { expect, test, vi } from "vitest";

import { startClock } from "../../src/state/clocks";
import SideClock from "../../src/view/play/SideClock.svelte";
import { show } from "./mounted";

test("a running clock counts down, and only its player hears of the last 10 seconds", () => {
  vi.useFakeTimers();
  const clock = startClock({ setting: "12+0", x: 12_000, o: 12_000, running: "x", seconds: "" });
  const shown = [true, false].map((isOwn) => show(SideClock, { clock, side: "x" as const, isOwn }));
  const texts = (role: string): (string | undefined)[] =>
    shown.map((clock) => clock.querySelector(`[role=${role}]`)?.textContent.replace("time left:", "").trim());
  expect([texts("timer"), texts("status")]).toEqual([
    ["0:12", "0:12"],
    ["", undefined],
  ]);
  for (const [passed, figures, heard] of [
    [1_500, "0:11", ""],
    [1_000, "0:10", "10 seconds left"],
    [30_000, "0:00", "10 seconds left"],
  ] as const) {
    vi.advanceTimersByTime(passed);
    flushSync();
    expect([texts("timer"), texts("status")]).toEqual([
      [figures, figures],
      [heard, undefined],
    ]);
  }
});
