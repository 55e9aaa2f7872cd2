import { afterEach, expect, test, vi } from "vitest";

// Other files share the modules, so the last ones must have no factor.
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.resetModules();
});

test.each([
  [undefined, [3000, 500, 1000, 1000, 500]],
  [20, [60_000, 10_000, 20_000, 50, 500]],
])("a factor of %s makes the limits of the page longer, and its delays not", async (slowness, times) => {
  vi.resetModules();
  vi.stubGlobal("hyperoxoSlowness", slowness);
  vi.spyOn(performance, "now").mockReturnValue(1000);
  const { peoplesTime, TIMES } = await import("../../src/timers");
  expect([TIMES.beat, TIMES.longPress, TIMES.rushSecond, peoplesTime(), TIMES.retryFirst]).toEqual(times);
});
