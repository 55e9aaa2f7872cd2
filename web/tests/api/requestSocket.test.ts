import { expect, test } from "vitest";

import { RequestSocket, type RequestStatus } from "../../src/api/requestSocket";
import type { AnalysisRequest, AnalysisResult } from "../../src/api/types";
import { fakeEnvironment } from "./fakeEnvironment";

const VALUE = { outcome: "win", plies: 7, exact: true, label: "W7" } as const;
const FIRST = { type: "analyse", board: "3x3x3", start: "27 x", moves: [] } as const;
const SECOND = { ...FIRST, start: "x26 o" };
const TOO_MANY = { code: "unavailable", subject: "messages", reason: "too many", remedy: "wait a little" };

function requests() {
  const scene = fakeEnvironment();
  const reported: unknown[] = [];
  const listener = {
    received: (message: AnalysisResult) =>
      reported.push([message.type, ...(message.type === "cells" ? Object.keys(message.cells) : [message.value.label])]),
    changed: (status: RequestStatus) => reported.push(Object.values(status)),
  };
  const socket = new RequestSocket<AnalysisRequest, AnalysisResult>("ws://here/api/analysis", listener, scene);
  return { scene, reported, socket };
}

test("there is no connection before the first request", () => {
  const { scene, socket } = requests();
  socket.cancel();
  expect(scene.connections).toEqual([]);
  socket.ask(FIRST);
  expect(scene.connections).toHaveLength(1);
});

test("answers about an earlier position are not taken for answers about this one", () => {
  const { scene, reported, socket } = requests();
  socket.ask(FIRST);
  const [connection] = scene.connections;
  connection?.events.opened();
  socket.ask(SECOND);
  expect(connection?.sent).toEqual([
    { ...FIRST, request: 1 },
    { ...SECOND, request: 2 },
  ]);
  connection?.say({ type: "cells", request: 1, cells: { "222": { ...VALUE, chance: null, line: [] } } });
  connection?.say({ type: "queued", request: 2, before: 1 });
  connection?.say({ type: "cells", request: 2, cells: { "333": { ...VALUE, chance: null, line: [] } } });
  connection?.say({ type: "done", request: 2, value: VALUE, complete: true, nodes: 1, seconds: 0 });
  expect(reported).toEqual([
    ["queued", 1],
    ["cells", "333"],
    ["done", "W7"],
  ]);
});

test("an unanswered request is sent again on a new connection, an answered one is not", () => {
  const { scene, reported, socket } = requests();
  const again = (): unknown[] => {
    scene.connections.at(-1)?.events.closed(1006);
    scene.elapse();
    scene.connections.at(-1)?.events.opened();
    return scene.connections.at(-1)?.sent ?? [];
  };
  socket.ask(FIRST);
  scene.connections[0]?.events.opened();
  expect(again()).toHaveLength(1);
  scene.connections.at(-1)?.say({ type: "done", request: 1, value: VALUE, complete: true, nodes: 1, seconds: 0 });
  expect(again()).toEqual([]);
  expect(reported).toEqual([["unreachable"], ["done", "W7"]]);
});

test.each([1, null])("a cancelled request gets no answers, and a refusal that names %j is dropped", (request) => {
  const { scene, reported, socket } = requests();
  socket.ask(FIRST);
  scene.connections[0]?.events.opened();
  socket.cancel();
  expect(scene.connections[0]?.sent.at(-1)).toEqual({ type: "cancel" });
  scene.connections[0]?.say({ type: "refused", request, error: TOO_MANY });
  expect(reported).toEqual([]);
});

test.each([1, null])("a refusal that names %j is about the unanswered request, and is one sentence", (request) => {
  const { scene, reported, socket } = requests();
  socket.ask(FIRST);
  scene.connections[0]?.events.opened();
  scene.connections[0]?.say({ type: "refused", request, error: TOO_MANY });
  expect(reported).toEqual([["refused", "messages: too many; wait a little"]]);
});
