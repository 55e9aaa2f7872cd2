import { expect, test } from "vitest";

import { AnalysisSocket } from "../../src/api/analysisSocket";
import { fakeEnvironment } from "./fakeEnvironment";

const VALUE = { outcome: "win", plies: 7, exact: true, label: "W7" } as const;
const FIRST = { board: "3x3x3", start: "27 x", moves: [] };
const SECOND = { board: "3x3x3", start: "x26 o", moves: [] };

function analysis() {
  const scene = fakeEnvironment();
  const reported: unknown[] = [];
  const socket = new AnalysisSocket(
    {
      cells: (cells) => reported.push(["cells", ...Object.keys(cells)]),
      done: (value, complete) => reported.push(["done", value.label, complete]),
      queued: (before) => reported.push(["queued", before]),
      refused: (reason) => reported.push(["refused", reason]),
      connectionChanged: (condition) => reported.push([condition]),
    },
    scene,
    "ws://here/api/analysis",
  );
  return { scene, reported, socket };
}

test("there is no connection before the first question", () => {
  const { scene, socket } = analysis();
  socket.cancel();
  expect(scene.connections).toEqual([]);
  socket.analyse(FIRST);
  expect(scene.connections).toHaveLength(1);
});

test("answers about an earlier position are not taken for answers about this one", () => {
  const { scene, reported, socket } = analysis();
  socket.analyse(FIRST);
  const [connection] = scene.connections;
  connection?.events.opened();
  socket.analyse(SECOND);
  expect(connection?.sent).toEqual([
    { type: "analyse", request: 1, ...FIRST, seconds: null },
    { type: "analyse", request: 2, ...SECOND, seconds: null },
  ]);
  connection?.say({ type: "cells", request: 1, cells: { "222": { ...VALUE, chance: null, line: [] } } });
  connection?.say({ type: "queued", request: 2, before: 1 });
  connection?.say({ type: "cells", request: 2, cells: { "333": { ...VALUE, chance: null, line: [] } } });
  connection?.say({ type: "done", request: 2, value: VALUE, complete: true, nodes: 1, seconds: 0 });
  expect(reported).toEqual([["connected"], ["queued", 1], ["cells", "333"], ["done", "W7", true]]);
});

test("an unanswered question is repeated on a new connection, an answered one is not", () => {
  const { scene, socket } = analysis();
  const again = (): unknown[] => {
    scene.connections.at(-1)?.events.closed(1006);
    scene.elapse();
    scene.connections.at(-1)?.events.opened();
    return scene.connections.at(-1)?.sent ?? [];
  };
  socket.analyse(FIRST);
  scene.connections[0]?.events.opened();
  expect(again()).toHaveLength(1);
  scene.connections.at(-1)?.say({ type: "done", request: 1, value: VALUE, complete: true, nodes: 1, seconds: 0 });
  expect(again()).toEqual([]);
});

test("a cancelled question gets no answers", () => {
  const { scene, reported, socket } = analysis();
  socket.analyse(FIRST);
  scene.connections[0]?.events.opened();
  socket.cancel();
  expect(scene.connections[0]?.sent.at(-1)).toEqual({ type: "cancel" });
  scene.connections[0]?.say({
    type: "refused",
    request: 1,
    error: { code: "unavailable", subject: "", reason: "busy", remedy: "" },
  });
  expect(reported).toEqual([["connected"]]);
});

test("a refusal is reported in one sentence", () => {
  const { scene, reported, socket } = analysis();
  socket.analyse(FIRST);
  scene.connections[0]?.events.opened();
  const error = { code: "unavailable", subject: "analysis", reason: "too many wait", remedy: "try again later" };
  scene.connections[0]?.say({ type: "refused", request: 1, error });
  expect(reported.at(-1)).toEqual(["refused", "analysis: too many wait; try again later"]);
});

test("a refusal that names no question is about the unanswered one", () => {
  const { scene, reported, socket } = analysis();
  socket.analyse(FIRST);
  const [connection] = scene.connections;
  connection?.events.opened();
  const error = { code: "unavailable", subject: "messages", reason: "too many", remedy: "wait a little" };
  connection?.say({ type: "refused", request: null, error });
  expect(reported).toEqual([["connected"], ["refused", "messages: too many; wait a little"]]);
});

test("without an unanswered question, a refusal that names none is dropped", () => {
  const { scene, reported, socket } = analysis();
  socket.analyse(FIRST);
  const [connection] = scene.connections;
  connection?.events.opened();
  socket.cancel();
  const error = { code: "unavailable", subject: "messages", reason: "too many", remedy: "wait a little" };
  connection?.say({ type: "refused", request: null, error });
  expect(reported).toEqual([["connected"]]);
});
