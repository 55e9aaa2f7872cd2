import { expect, test } from "vitest";

import { ReconnectingSocket, socketAddress, type ConnectionState } from "../../src/api/reconnectingSocket";
import { fakeEnvironment } from "./fakeEnvironment";

function opened(random?: number, ping: unknown = null) {
  const scene = fakeEnvironment(random);
  const conditions: ConnectionState[] = [];
  const heard: unknown[] = [];
  let greetings = 0;
  const socket = new ReconnectingSocket<unknown, unknown>(
    "ws://here/api/x",
    {
      opened: () => {
        greetings += 1;
      },
      received: (message) => heard.push(message),
      stateChanged: (condition) => conditions.push(condition),
    },
    scene,
    ping,
  );
  return { scene, socket, conditions, heard, greetings: () => greetings };
}

test("a greeting is sent on every connection, and its messages are received", () => {
  const { scene, socket, heard, conditions, greetings } = opened();
  expect(socket.send({ early: true })).toBe(false);
  scene.connections[0]?.events.opened();
  expect(socket.send({ type: "join" })).toBe(true);
  scene.connections[0]?.say({ type: "joined" });
  expect(scene.connections[0]?.sent).toEqual([{ type: "join" }]);
  expect(heard).toEqual([{ type: "joined" }]);
  expect(conditions).toEqual(["connected"]);
  expect(greetings()).toBe(1);
});

test("a lost connection is renewed after growing delays, which start again after a message of the server", () => {
  const { scene, conditions } = opened();
  for (let failure = 0; failure < 7; failure += 1) {
    scene.connections.at(-1)?.events.closed(1006);
    scene.elapse();
  }
  expect(scene.pauses).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
  scene.connections.at(-1)?.events.opened();
  scene.connections.at(-1)?.events.closed(1006);
  expect(scene.pauses.at(-1)).toBe(15_000);
  scene.elapse();
  scene.connections.at(-1)?.events.opened();
  scene.connections.at(-1)?.say({});
  scene.connections.at(-1)?.events.closed(1006);
  expect(scene.pauses.at(-1)).toBe(500);
  expect(conditions).toEqual(["lost", "connected", "lost", "connected", "lost"]);
});

test("delays vary, so that many pages do not reconnect at once", () => {
  const { scene } = opened(0);
  scene.connections[0]?.events.closed(1006);
  expect(scene.pauses).toEqual([250]);
});

test("a client that the server refuses does not reconnect", () => {
  const { scene, conditions } = opened();
  scene.connections[0]?.events.closed(1008);
  expect(conditions).toEqual(["closed"]);
  expect(scene.pauses).toEqual([]);
});

test("an immediate retry replaces the delay", () => {
  const { scene, socket } = opened();
  scene.connections[0]?.events.closed(1006);
  socket.retry();
  socket.retry();
  scene.elapse();
  expect(scene.connections).toHaveLength(2);
});

test("an open connection is pinged, and given up within 10 seconds of silence", () => {
  const { scene, conditions } = opened(1, { type: "ping" });
  const [first] = scene.connections;
  first?.events.opened();
  scene.beat();
  scene.beat();
  first?.say({ type: "pong" });
  expect(first?.sent).toEqual([{ type: "ping" }, { type: "ping" }]);
  let passed = 0;
  while (conditions.at(-1) === "connected") passed += scene.beat();
  expect(passed).toBeLessThan(10_000);
  expect(first?.isClosed).toBe(true);
  scene.elapse();
  first?.say({ type: "pong" });
  expect(conditions).toEqual(["connected", "lost"]);
  scene.connections[1]?.events.opened();
  expect(conditions.at(-1)).toBe("connected");
});

test("a connection that does not open is called lost within 10 seconds, and may still open", () => {
  const { scene, conditions } = opened(1, { type: "ping" });
  expect(scene.beat() + scene.beat() + scene.beat()).toBeLessThan(10_000);
  expect(conditions).toEqual(["lost"]);
  scene.beat();
  expect(scene.connections[0]?.isClosed).toBe(false);
  scene.connections[0]?.events.opened();
  expect(conditions).toEqual(["lost", "connected"]);
});

test("when the browser notices its network, a silent attempt is replaced at once", () => {
  const { scene } = opened(1, { type: "ping" });
  for (let beats = 0; beats < 4; beats += 1) scene.beat();
  scene.online();
  expect(scene.connections.map(({ isClosed }) => isClosed)).toEqual([true, false]);
});

test("after the final close it receives nothing and opens no connection", () => {
  const { scene, socket, heard, conditions } = opened();
  scene.connections[0]?.events.opened();
  socket.close();
  scene.connections[0]?.say("late");
  scene.connections[0]?.events.closed(1000);
  scene.elapse();
  expect(scene.connections).toHaveLength(1);
  expect(scene.connections[0]?.isClosed).toBe(true);
  expect(heard).toEqual([]);
  expect(conditions).toEqual(["connected", "closed"]);
});

test("the address follows the page's", () => {
  expect(socketAddress("/analysis", "http://localhost:8000")).toBe("ws://localhost:8000/api/analysis");
  expect(socketAddress("/analysis", "https://a.example")).toBe("wss://a.example/api/analysis");
});

test("a new connection replaces the old one at once", () => {
  const { scene, socket, conditions, greetings } = opened();
  scene.connections[0]?.events.opened();
  socket.renew();
  scene.connections[0]?.events.closed(1000);
  scene.connections[1]?.events.opened();
  expect(scene.connections).toHaveLength(2);
  expect(scene.connections[0]?.isClosed).toBe(true);
  expect(greetings()).toBe(2);
  expect(conditions).toEqual(["connected", "connecting", "connected"]);
});
