import { expect, test } from "vitest";

import { LiveSocket } from "../../src/api/liveSocket";
import type { GameEvent, Snapshot } from "../../src/api/types";
import type { Side } from "../../src/state/geometry";
import { fakeEnvironment } from "./fakeEnvironment";

const SNAPSHOT: Snapshot = {
  id: "game",
  board: "3x3",
  start: "9 x",
  moves: ["22"],
  ply: 1,
  to_move: "o",
  result: null,
  closing: [],
  notes: {},
  seats: {
    x: { kind: "person", player: null, name: null, connected: true },
    o: { kind: "person", player: null, name: null, connected: false },
  },
  offers: [],
  rematch: null,
  delay: 1,
  seed: 1,
  number: 2,
};

function played(number: number, by: Side, cell: string, ply: number): GameEvent {
  return { number, by, kind: "played", cell, ply, note: null };
}

function joined(snapshot: Snapshot | null) {
  return { type: "joined", sides: ["o"], host: false, snapshot };
}

function live() {
  const scene = fakeEnvironment();
  const reported: unknown[] = [];
  const socket = new LiveSocket(
    "game",
    () => ["secret"],
    {
      snapshot: ({ number }) => reported.push(["snapshot", number]),
      joined: (sides) => reported.push(["joined", ...sides]),
      event: ({ number }) => reported.push(["event", number]),
      thinking: (side) => reported.push(["thinking", side]),
      presence: ({ watching }) => reported.push(["presence", watching]),
      refused: (reason) => reported.push(["refused", reason]),
      connectionChanged: (condition) => reported.push([condition]),
    },
    scene,
    "ws://here/api/games/game/live",
  );
  const connect = (): void => scene.connections.at(-1)?.events.opened();
  const say = (message: unknown): void => scene.connections.at(-1)?.say(message);
  const sent = (): unknown[] => scene.connections.at(-1)?.sent ?? [];
  return { scene, reported, socket, connect, say, sent };
}

test("joining with a secret brings the game, and events follow", () => {
  const { reported, connect, say, sent } = live();
  connect();
  expect(sent()).toEqual([{ type: "join", secrets: ["secret"], after: null }]);
  say(joined(SNAPSHOT));
  say({ type: "presence", x: true, o: true, watching: 3 });
  say({ type: "event", event: played(3, "o", "11", 2) });
  expect(reported).toEqual([["connected"], ["joined", "o"], ["snapshot", 2], ["presence", 3], ["event", 3]]);
});

test("after a break it goes on from the last event, and reports none twice", () => {
  const { scene, reported, connect, say, sent } = live();
  connect();
  say(joined(SNAPSHOT));
  say({ type: "event", event: played(3, "o", "11", 2) });
  scene.connections.at(-1)?.events.closed(1006);
  scene.elapse();
  connect();
  expect(sent()).toEqual([{ type: "join", secrets: ["secret"], after: 3 }]);
  reported.length = 0;
  say(joined(null));
  say({ type: "event", event: played(3, "o", "11", 2) });
  say({ type: "event", event: played(4, "x", "33", 3) });
  expect(reported).toEqual([
    ["joined", "o"],
    ["event", 4],
  ]);
});

test("what is done before joining, or while the connection is lost, is sent when it is there", () => {
  const { scene, socket, connect, say, sent } = live();
  const play = { kind: "play", cell: "11", ply: 1 } as const;
  socket.act("o", play);
  connect();
  expect(sent()).toHaveLength(1);
  say(joined(SNAPSHOT));
  expect(sent()[1]).toEqual({ type: "act", id: "1", side: "o", action: play });

  scene.connections.at(-1)?.events.closed(1006);
  scene.elapse();
  connect();
  say(joined(null));
  expect(sent()).toHaveLength(2);
  say({ type: "event", event: played(3, "o", "11", 2) });

  scene.connections.at(-1)?.events.closed(1006);
  scene.elapse();
  connect();
  say(joined(null));
  expect(sent()).toHaveLength(1);
});

test("a refusal is reported, unless the act may have been done before the connection broke", () => {
  const { scene, socket, reported, connect, say } = live();
  const error = { subject: "11", reason: "it is the opponent's turn", remedy: "" };
  connect();
  say(joined(SNAPSHOT));
  socket.act("o", { kind: "play", cell: "11", ply: 1 });
  say({ type: "refused", action: "1", error });
  expect(reported.at(-1)).toEqual(["refused", "11: it is the opponent's turn"]);

  socket.act("o", { kind: "play", cell: "12", ply: 1 });
  scene.connections.at(-1)?.events.closed(1006);
  scene.elapse();
  connect();
  reported.length = 0;
  say(joined(null));
  say({ type: "refused", action: "2", error });
  expect(reported).toEqual([["joined", "o"]]);
});
