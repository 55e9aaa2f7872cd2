import { expect, test } from "vitest";

import { ReviewSocket } from "../../src/api/reviewSocket";
import { fakeEnvironment } from "./fakeEnvironment";

const GAME = { board: "3x3", start: null, moves: ["22"], winner: null };
const OTHER = { ...GAME, moves: ["11"] };
const FINDINGS = { values: [], marks: [], moments: [], progress: 0.5 };

function reviews() {
  const scene = fakeEnvironment();
  const reported: unknown[] = [];
  const socket = new ReviewSocket(
    {
      progress: ({ progress }) => reported.push(["progress", progress]),
      done: ({ progress }, complete) => reported.push(["done", progress, complete]),
      queued: (before) => reported.push(["queued", before]),
      refused: (reason) => reported.push(["refused", reason]),
      connectionChanged: (condition) => reported.push([condition]),
    },
    scene,
    "ws://here/api/review",
  );
  return { scene, reported, socket };
}

test("results of an earlier game are dropped", () => {
  const { scene, reported, socket } = reviews();
  socket.review(GAME);
  const [connection] = scene.connections;
  connection?.events.opened();
  socket.review(OTHER);
  expect(connection?.sent).toEqual([
    { type: "review", request: 1, ...GAME },
    { type: "review", request: 2, ...OTHER },
  ]);
  connection?.say({ type: "progress", request: 1, ...FINDINGS });
  connection?.say({ type: "queued", request: 2, before: 1 });
  connection?.say({ type: "progress", request: 2, ...FINDINGS });
  connection?.say({ type: "done", request: 2, ...FINDINGS, progress: 1, complete: true });
  expect(reported).toEqual([["connected"], ["queued", 1], ["progress", 0.5], ["done", 1, true]]);
});

test("a review that a lost connection has ended is requested again", () => {
  const { scene, socket } = reviews();
  socket.review(GAME);
  scene.connections.at(-1)?.events.opened();
  scene.connections.at(-1)?.events.closed(1006);
  scene.elapse();
  scene.connections.at(-1)?.events.opened();
  expect(scene.connections).toHaveLength(2);
  expect(scene.connections.at(-1)?.sent).toEqual([{ type: "review", request: 1, ...GAME }]);
});

test("a cancelled review is not requested again, and reports nothing", () => {
  const { scene, reported, socket } = reviews();
  socket.review(GAME);
  const [connection] = scene.connections;
  connection?.events.opened();
  socket.cancel();
  connection?.say({ type: "progress", request: 1, ...FINDINGS });
  expect(connection?.sent.at(-1)).toEqual({ type: "cancel" });
  expect(reported).toEqual([["connected"]]);
});
