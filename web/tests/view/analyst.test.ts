import { expect, test } from "vitest";

import { Analyst, knownValue } from "../../src/state/analyst.svelte";
import { readPosition } from "../../src/state/position";
import { fakeEnvironment } from "../api/fakeEnvironment";
import { board } from "../boards";
import { labelled } from "../labelled";

const VALUE = { outcome: "draw", plies: 8, exact: true, label: "D" } as const;
const BUSY = { code: "unavailable", subject: "analyses", reason: "too many", remedy: "try again in a few seconds" };

/** An analyst that has asked about a position of 3x3 (X in the centre), at a server that the test plays. */
function asked() {
  const scene = fakeEnvironment();
  const analyst = new Analyst(board("3x3"), () => ({}), scene);
  analyst.show(readPosition(9, "4x4 o"));
  const [connection] = scene.connections;
  if (connection === undefined) throw new Error("nothing was connected");
  connection.events.opened();
  return { scene, analyst, connection };
}

test("a refused analysis is tried again, for as long as before", () => {
  const { analyst, connection } = asked();
  analyst.stop();
  analyst.thinkLonger();
  connection.say({ type: "refused", request: 3, error: BUSY });
  expect(analyst.status).toEqual({ state: "refused", reason: "analyses: too many; try again in a few seconds" });
  analyst.retry();
  expect(analyst.status.state).toBe("working");
  expect(connection.sent.slice(-2)).toMatchObject([
    { request: 3, start: "4x4 o", seconds: 20 },
    { request: 4, start: "4x4 o", seconds: 20 },
  ]);
  connection.say({ type: "done", request: 4, value: VALUE, complete: false, nodes: 1, seconds: 20 });
  expect(analyst.status.state).toBe("done");
});

test("a lost connection is tried again at once, and the question repeated", () => {
  const { scene, analyst, connection } = asked();
  connection.events.closed(1006);
  expect(analyst.status.state).toBe("unreachable");
  analyst.retry();
  expect(scene.connections).toHaveLength(2);
  scene.connections[1]?.events.opened();
  expect(scene.connections[1]?.sent).toEqual(connection.sent);
});

test("an analysis that has ended does not change when the connection is lost", () => {
  const { analyst, connection } = asked();
  connection.say({ type: "done", request: 1, value: VALUE, complete: false, nodes: 1, seconds: 5 });
  connection.events.closed(1006);
  expect(analyst.status.state).toBe("done");
});

test("a position that is shown while the connection is lost is not shown as being analysed", () => {
  const { scene, analyst, connection } = asked();
  connection.events.closed(1006);
  analyst.show(readPosition(9, "x3x4 o"));
  expect(analyst.status.state).toBe("unreachable");
  scene.elapse();
  scene.connections[1]?.events.opened();
  expect(scene.connections[1]?.sent).toMatchObject([{ start: "x3x4 o" }]);
});

test("until an analysis has given its hint, a move that was proved is the best one only if it wins", () => {
  const { analyst } = asked();
  const position = readPosition(9, "x3o4 x");
  analyst.show(position);
  const best = (cell: string, proved: string) => {
    knownValue(board("3x3"), position, cell).add(labelled(proved));
    return analyst.best?.cell ?? null;
  };
  expect([best("12", "L10"), best("32", "D"), best("13", "W≤5")]).toEqual([null, null, "13"]);
});

test("once an analysis has given its hint, the best move may be one that loses", () => {
  const { analyst, connection } = asked();
  analyst.show(readPosition(9, "xo3x3 o"));
  const hint = { cell: "31", text: "", lines: [] };
  connection.say({ type: "cells", request: 2, cells: { "31": labelled("L4"), "13": labelled("L2") }, hint });
  expect(analyst.best?.cell).toBe("31");
});

test("label and best move take what a proof of the cell shows, and the proof what a longer analysis finds", () => {
  const { analyst, connection } = asked();
  const kept = knownValue(board("3x3"), readPosition(9, "4x4 o"), "11");
  const win = (plies: number) => labelled(`W≤${String(plies)}`);
  const say = (plies: number) => {
    connection.say({ type: "cells", request: 1, cells: { "11": win(plies) } });
  };
  say(51);
  kept.add(win(45));
  expect([analyst.labels.get(0)?.text, analyst.best?.found.label, kept.get()?.label]).toEqual(Array(3).fill("W≤45"));
  say(51);
  expect(analyst.labels.get(0)?.text).toBe("W≤45");
  say(43);
  expect([analyst.labels.get(0)?.text, analyst.best?.found.label, kept.get()?.label]).toEqual(Array(3).fill("W≤43"));
});
