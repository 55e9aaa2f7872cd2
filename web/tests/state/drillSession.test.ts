import { expect, test } from "vitest";

import type { DrillDescribed, DrillKind, DrillsMade } from "../../src/api/types";
import { BATCH, DrillSession, RUSH } from "../../src/state/drillSession.svelte";
import { REFUSING } from "../storages";

function batch(board: string, kind: DrillKind, seed: number): DrillsMade {
  const drills = Array.from({ length: BATCH }, (_, at): DrillDescribed => {
    const line_kind = at % 2 === 0 ? "row" : "corner";
    return {
      position: `${String(seed)} ${String(at)}`,
      question: "?",
      answers: kind === "who-wins" ? [] : [at],
      winner: null,
      lines: [],
      line_kind,
      sentence: ".",
    };
  });
  const line_kinds = ["row", "corner"].map((name) => ({ name, words: name, lines: 1 }));
  return { board, kind, line_kinds, drills };
}

/** A session whose time and batches the test has in hand. */
function opened(): { session: DrillSession; clock: { now: number }; loads: string[] } {
  const clock = { now: 5 };
  const loads: string[] = [];
  const session = new DrillSession({
    storage: { ...REFUSING },
    load: (board, kind, seed) => {
      loads.push(`${board} ${kind} ${String(seed)}`);
      return board === "none" ? Promise.reject(new Error("no such board")) : Promise.resolve(batch(board, kind, seed));
    },
    now: () => clock.now,
    random: () => 0.5,
  });
  return { session, clock, loads };
}

test("every drill is another one, and more are loaded before the last", async () => {
  const { session, loads } = opened();
  await session.choose({});
  const seen = new Set<string>();
  for (let at = 0; at < 2 * BATCH; at += 1) {
    seen.add(session.drill?.position ?? "");
    session.answer(session.drill?.answers[0] ?? -1);
    expect(session.isRight).toBe(true);
    if (at === BATCH - 10) expect(loads).toHaveLength(2);
    await session.next();
  }
  expect(seen.size).toBe(2 * BATCH);
  expect(new Set(loads).size).toBe(loads.length);
  expect([session.score, session.asked]).toEqual([2 * BATCH, 2 * BATCH]);
});

test("a wrong answer counts once, and waits for the next drill", async () => {
  const { session } = opened();
  await session.choose({}, "who-wins");
  session.answer("x");
  session.answer("neither");
  expect([session.phase, session.isRight, session.score, session.asked]).toEqual(["answered", false, 0, 1]);
  await session.next();
  session.answer("neither");
  expect([session.isRight, session.score, session.asked]).toEqual([true, 1, 2]);
});

test("a rush waits for its start, ends after a minute, and keeps the best", async () => {
  const { session, clock } = opened();
  await session.choose({ rush: true });
  expect([session.phase, session.drill]).toEqual(["waiting", null]);
  await session.start();
  session.answer(session.drill?.answers[0] ?? -1);
  await session.next();
  expect(RUSH).toBe(60_000);
  clock.now += RUSH - 1;
  expect(session.tick()).toBe(false);
  clock.now += 1;
  session.answer(session.drill?.answers[0] ?? -1);
  expect([session.phase, session.score, session.asked]).toEqual(["over", 1, 1]);
  await session.next();
  expect(session.phase).toBe("over");
  expect(session.progress.best).toEqual({ "complete 4x4x4 planes": 1 });
  await session.start();
  expect([session.phase, session.score, session.left]).toEqual(["asking", 0, RUSH]);
});

test("a rush that is chosen while a batch is loaded waits for its start", async () => {
  const { session } = opened();
  const first = session.choose({});
  await session.choose({ rush: true });
  await first;
  expect([session.phase, session.drill]).toEqual(["waiting", null]);
});

test("a rush whose batch is loaded does not start when other drills are chosen meanwhile", async () => {
  const { session } = opened();
  await session.choose({ board: "none", rush: true });
  const started = session.start();
  await session.choose({ board: "3x3x3" });
  await started;
  expect([session.phase, session.drill]).toEqual(["waiting", null]);
});

test("another board brings its own drills, and one that fails says why", async () => {
  const { session } = opened();
  await session.choose({});
  const first = session.choose({ board: "3x3x3" });
  await session.choose({ board: "4x4x4x4" });
  await first;
  expect(session.choice.board).toBe("4x4x4x4");
  expect(session.phase).toBe("asking");
  await session.choose({ board: "none" });
  expect(session.fault).toContain("no such board");
  expect(session.drill).toBeNull();
});
