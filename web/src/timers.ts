/**
 * The timers of the page, and the milliseconds that each runs for.
 *
 * Tests in a browser set a factor that makes limits longer, so that no slow computer overruns one.
 */

/** How often longer a limit is than for people. */
const SLOWNESS = (globalThis as { hyperoxoSlowness?: number }).hyperoxoSlowness ?? 1;

/** A time before whose end something else has to happen. */
function limit(milliseconds: number): number {
  return milliseconds * SLOWNESS;
}

export const TIMES = {
  /** Between two looks at whether something has arrived on a connection. */
  beat: limit(3000),
  /** A press that asks about a cell. */
  longPress: limit(500),
  /** Between the aim of a click and the click, in which what it is aimed at must not have changed. */
  aim: 600,
  /** A second of a rush of puzzles. */
  rushSecond: limit(1000),
  /** Before a connection is made again: first; each further delay is twice as long, up to the last. */
  retryFirst: 500,
  retryLast: 15_000,
  /** Between two requests for a list while the page is seen, while it is hidden, and for one that is expected to change. */
  poll: 15_000,
  pollHidden: 60_000,
  pollSoon: 4000,
  /** Between two looks at the clock of a side, whose last second must not show late, and at that of a rush of drills. */
  clockTick: 200,
  drillTick: 100,
  /** Between a right move in a lesson and the answer of the other side. */
  lessonReply: 700,
  /** For which a step of a lesson shows its first view, before the board folds. */
  beforeFold: 1600,
  /** Longer than the animation of the fold. */
  folding: 800,
  /** A turn of the turntable; at a win it swings, holds, and returns. */
  turning: 420,
  swinging: 800,
  holding: 1300,
  /** For which a right answer, and a solved puzzle, of a rush stays. */
  drillGlance: 450,
  puzzleGlance: 900,
  /** For a letter of the typewriter, about those of the machine, which made some 15 strokes a second; ours is faster. */
  stroke: 30,
  levelPace: 650,
  /** For which a button says that it has copied. */
  copied: 2000,
  /** Before the laboratory tries how long other games take. */
  labTrial: 400,
  /** Between two moves on a small period screen. */
  screenPace: 1200,
} as const;

/** Return milliseconds of a clock that never goes back, by which the limits of people's time are kept. */
export function peoplesTime(): number {
  return performance.now() / SLOWNESS;
}

/** Run something after some milliseconds, or in a task after this one; return a function that cancels it. */
export function after(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}

/** Run something at intervals; return a function that ends it. */
export function every(milliseconds: number, run: () => void): () => void {
  const timer = setInterval(run, milliseconds);
  return () => clearInterval(timer);
}

/** Run something before the next frame is laid out and painted; return a function that cancels it. */
export function inFrame(run: () => void): () => void {
  const frame = requestAnimationFrame(run);
  return () => cancelAnimationFrame(frame);
}

/** Run something when the page has been painted; return a function that cancels it. */
export function afterPaint(run: () => void): () => void {
  // A task that a frame begins comes after the frame has been painted.
  let cancel = inFrame(() => (cancel = after(0, run)));
  return () => cancel();
}
