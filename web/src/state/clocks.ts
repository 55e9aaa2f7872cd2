/** The clocks of a live game: their settings, and the time that is left, in words and figures. */

import type { ClockState } from "../api/types";
import type { Side } from "./geometry";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The clocks that the form for a new game offers, as the server takes them, in words. */
export const CLOCKS: readonly (readonly [string, string])[] = [
  ["1 day", "1 day a move"],
  ["3 days", "3 days a move"],
  ["7 days", "7 days a move"],
  ["180+2", "3 min + 2 s a move"],
  ["300+5", "5 min + 5 s a move"],
  ["600+10", "10 min + 10 s a move"],
  ["1800+20", "30 min + 20 s a move"],
];

/** The clocks as the server sent them, and when they arrived by this browser's monotonic time. */
export interface StartedClock extends ClockState {
  readonly at: number;
}

/** Return clocks that have just arrived. */
export function startClock(clock: ClockState): StartedClock {
  return { ...clock, at: performance.now() };
}

/** Return clocks that stand as they are now, unless they count days, which always pass. */
export function stoppedClock(clock: StartedClock): StartedClock {
  if (isByDays(clock)) return clock;
  const now = performance.now();
  return { ...clock, x: leftAt(clock, "x", now), o: leftAt(clock, "o", now), running: null, at: now };
}

/** Return the milliseconds that a side has left at a time of this browser, null if it has no clock. */
export function leftAt(clock: StartedClock, side: Side, now: number): number | null {
  const left = clock[side];
  if (left === null) return null;
  return Math.max(clock.running === side ? left - (now - clock.at) : left, 0);
}

export function isByDays({ setting }: Pick<ClockState, "setting">): boolean {
  return setting.includes("day");
}

export function clockWords(setting: string): string {
  const known = CLOCKS.find(([value]) => value === setting);
  if (known !== undefined) return known[1];
  const [base = "", increment = ""] = setting.split("+");
  return `${base} s + ${increment} s a move`;
}

/** Return the time that is left as a clock shows it: `1:05:09`, `4:59`, `0:09`. A second that has begun counts. */
export function clockFigures(left: number): string {
  const seconds = Math.ceil(left / SECOND);
  const minutes = Math.floor(seconds / 60);
  const two = (number: number): string => String(number % 60).padStart(2, "0");
  return minutes < 60
    ? `${String(minutes)}:${two(seconds)}`
    : `${String(Math.floor(minutes / 60))}:${two(minutes)}:${two(seconds)}`;
}

/** Return the time that is left in a game by days, in words: `2 d 23 h`, `5 h 12 min`, `3 min`. */
export function daysLeft(left: number): string {
  const [large, small, first, second] = left >= DAY ? [DAY, HOUR, "d", "h"] : [HOUR, MINUTE, "h", "min"];
  const whole = Math.floor(left / large);
  const rest = `${String(Math.floor((left % large) / small))} ${second}`;
  return whole === 0 ? rest : `${String(whole)} ${first} ${rest}`;
}

/** The times at which a player hears how much is left, longest first. */
const WARNINGS: readonly (readonly [number, string])[] = [
  [MINUTE, "1 minute left"],
  [10 * SECOND, "10 seconds left"],
];

/** Return the warning that falls due while the time that is left goes from one value to another; empty for none. */
export function warningBetween(before: number, after: number): string {
  return WARNINGS.findLast(([at]) => before > at && after <= at)?.[1] ?? "";
}
