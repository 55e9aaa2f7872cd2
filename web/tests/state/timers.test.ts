import { expect, test, vi } from "vitest";

test("a factor makes the limits of the page longer and its delays not", async () => {
  const times = async (slowness?: number): Promise<readonly number[]> => {
    vi.resetModules();
    vi.stubGlobal("hyperoxoSlowness", slowness);
    const { peoplesTime, TIMES } = await import("../../src/timers");
    vi.spyOn(performance, "now").mockReturnValue(1000);
    return [TIMES.beat, TIMES.longPress, TIMES.rushSecond, peoplesTime(), TIMES.retryFirst];
  };
  expect(await times()).toEqual([3000, 500, 1000, 1000, 500]);
  expect(await times(20)).toEqual([60_000, 10_000, 20_000, 50, 500]);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
