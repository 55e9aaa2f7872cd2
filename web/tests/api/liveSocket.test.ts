import { describe, expect, test } from "vitest";

import { LiveSocket } from "../../src/api/liveSocket";
import type { GameEvent, Snapshot } from "../../src/api/types";
import type { Side } from "../../src/state/geometry";
import { PERSON, SNAPSHOT as ANY } from "../snapshot";
import { fakeEnvironment } from "./fakeEnvironment";

const SNAPSHOT: Snapshot = {
  ...ANY,
  moves: ["22"],
  ply: 1,
  to_move: "o",
  seats: { x: PERSON, o: { ...PERSON, connected: false } },
  number: 2,
};

function played(number: number, by: Side, cell: string, ply: number): GameEvent {
  return { number, by, kind: "played", cell, ply, note: null, timing: null };
}

function joined(snapshot: Snapshot | null) {
  return { type: "joined", sides: ["o"], host: false, snapshot };
}

function refused(action: string | null, subject: string, reason: string) {
  return { type: "refused", action, error: { code: "refused", subject, reason, remedy: "" } };
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
      holds: (side) => side === "o",
      event: ({ number }) => reported.push(["event", number]),
      thinking: (side) => reported.push(["thinking", side]),
      presence: ({ watching }) => reported.push(["presence", watching]),
      clocks: ({ setting }) => reported.push(["clocks", setting]),
      savingDelayed: (isDelayed) => reported.push(["saving delayed", isDelayed]),
      unsavedChanged: (isUnsaved) => reported.push(["unsaved", isUnsaved]),
      refused: (reason) => reported.push(["refused", reason]),
      connectionChanged: (condition) => reported.push([condition]),
    },
    scene,
    "ws://here/api/games/game/live",
  );
  const connect = (): void => scene.connections.at(-1)?.events.opened();
  /** Lose the connection, and open the next one. */
  const reconnect = (code = 1006): void => {
    scene.connections.at(-1)?.events.closed(code);
    scene.elapse();
    connect();
  };
  const say = (message: unknown): void => scene.connections.at(-1)?.say(message);
  const join = (): void => {
    connect();
    say(joined(SNAPSHOT));
  };
  const sent = (): unknown[] => scene.connections.at(-1)?.sent ?? [];
  return { scene, reported, socket, connect, join, reconnect, say, sent };
}

test("joining with a secret returns the game, then its events", () => {
  const { reported, connect, say, sent } = live();
  connect();
  expect(sent()).toEqual([{ type: "join", version: 2, secrets: ["secret"], after: null }]);
  say(joined(SNAPSHOT));
  say({ type: "presence", x: true, o: true, watching: 3 });
  say({ type: "event", event: played(3, "o", "11", 2) });
  expect(reported).toEqual([
    ["connected"],
    ["joined", "o"],
    ["saving delayed", false],
    ["snapshot", 2],
    ["presence", 3],
    ["event", 3],
  ]);
});

test("after a lost connection it continues from the last event, and reports none twice", () => {
  const { reported, join, reconnect, say, sent } = live();
  join();
  say({ type: "event", event: played(3, "o", "11", 2) });
  reconnect();
  expect(sent()).toEqual([{ type: "join", version: 2, secrets: ["secret"], after: 3 }]);
  reported.length = 0;
  say(joined(null));
  say({ type: "event", event: played(3, "o", "11", 2) });
  say({ type: "event", event: played(4, "x", "33", 3) });
  expect(reported).toEqual([["connected"], ["joined", "o"], ["saving delayed", false], ["event", 4]]);
});

test("actions made before joining or without a connection are sent after joining", () => {
  const { socket, connect, reconnect, say, sent } = live();
  const play = { kind: "play", cell: "11", ply: 1 } as const;
  socket.act("o", play);
  connect();
  expect(sent()).toHaveLength(1);
  say(joined(SNAPSHOT));
  expect(sent()[1]).toEqual({ type: "act", id: "1", side: "o", action: play });

  reconnect();
  say(joined(null));
  say(refused(null, "page", "it is not of the server's version"));
  say({ type: "pong" });
  expect(sent().slice(1)).toEqual([{ type: "ping" }, { type: "act", id: "1", side: "o", action: play }]);
  say({ type: "event", event: played(3, "o", "11", 2) });

  reconnect();
  say(joined(null));
  say({ type: "pong" });
  expect(sent().slice(1)).toEqual([{ type: "ping" }]);
});

test("an action that a missed event answers is not sent again, and later ones wait for the missed events", () => {
  const { socket, join, reconnect, say, sent } = live();
  join();
  socket.act("o", { kind: "play", cell: "11", ply: 1 });
  reconnect();
  say(joined(null));
  const later = [
    { kind: "offer", what: "draw" },
    { kind: "withdraw", what: "draw" },
  ] as const;
  socket.act("o", later[0]);
  say({ type: "event", event: played(3, "o", "11", 2) });
  say({ type: "pong" });
  socket.act("o", later[1]);
  expect(sent().slice(1)).toEqual([
    { type: "ping" },
    { type: "act", id: "2", side: "o", action: later[0] },
    { type: "act", id: "3", side: "o", action: later[1] },
  ]);
});

test("a refusal is reported, unless the action may have been done before the connection broke", () => {
  const { socket, reported, join, reconnect, say } = live();
  join();
  socket.act("o", { kind: "play", cell: "11", ply: 1 });
  say(refused("1", "11", "it is the opponent's turn"));
  expect(reported.at(-1)).toEqual(["refused", "It is the opponent's turn"]);

  socket.act("o", { kind: "play", cell: "12", ply: 1 });
  reconnect();
  reported.length = 0;
  say(joined(null));
  say({ type: "pong" });
  say(refused("2", "11", "it is the opponent's turn"));
  expect(reported).toEqual([["connected"], ["joined", "o"], ["saving delayed", false]]);
});

test("the refusal of an action made without a connection is reported, since it was sent only once", () => {
  const { socket, reported, join, say } = live();
  socket.act("o", { kind: "play", cell: "11", ply: 1 });
  join();
  say(refused("1", "11", "taken"));
  expect(reported.at(-1)).toEqual(["refused", "Taken"]);
});

test("the page shows that saving a computer's move is delayed, until it is saved", () => {
  const { reported, join, say } = live();
  join();
  say({ type: "saving", is_delayed: true });
  say({ type: "saving", is_delayed: false });
  expect(reported.slice(-2)).toEqual([
    ["saving delayed", true],
    ["saving delayed", false],
  ]);
});

describe("an action that the server could not save", () => {
  const play = { kind: "play", cell: "11", ply: 1 } as const;
  const error = { code: "not_saved", subject: "game", reason: "it was not saved", remedy: "send it again" };
  const act = { type: "act", id: "1", side: "o", action: play };

  function unsaved() {
    const game = live();
    game.join();
    game.socket.act("o", play);
    game.reported.length = 0;
    game.say({ type: "refused", action: "1", error });
    return game;
  }

  test("is sent again after growing delays, until it is saved", () => {
    const { scene, reported, say, sent } = unsaved();
    for (let failure = 0; failure < 3; failure += 1) {
      scene.elapse();
      say({ type: "refused", action: "1", error });
    }
    expect(scene.pauses).toEqual([500, 1000, 2000, 4000]);
    scene.elapse();
    expect(sent().slice(1)).toEqual([act, act, act, act, act]);
    expect(reported).toEqual([...Array<unknown>(4).fill(["unsaved", true])]);
    say({ type: "event", event: played(3, "o", "11", 2) });
    expect(reported.slice(4)).toEqual([
      ["unsaved", false],
      ["event", 3],
    ]);
    scene.elapse();
    expect(sent()).toHaveLength(6);
  });

  test("is sent at once on request", () => {
    const { scene, socket, sent } = unsaved();
    socket.retry();
    expect(sent()).toHaveLength(3);
    scene.elapse();
    expect(sent()).toHaveLength(3);
  });

  test("is reported if it is finally refused for another reason", () => {
    const { scene, reported, say } = unsaved();
    scene.elapse();
    say(refused("1", "11", "taken"));
    expect(reported.slice(-2)).toEqual([
      ["refused", "Taken"],
      ["unsaved", false],
    ]);
  });

  test("is sent once on a new connection, and the delay of the old one is cancelled", () => {
    const { reconnect, say, sent } = unsaved();
    reconnect(1013);
    say(joined(null));
    say({ type: "pong" });
    expect(sent().slice(2)).toEqual([act]);
  });

  test("is not sent again if the snapshot of the new connection contains it", () => {
    const { scene, reported, reconnect, say } = unsaved();
    scene.elapse();
    reconnect(1013);
    say(joined(null));
    say({ type: "event", event: played(3, "o", "11", 2) });
    expect(reported.slice(-2)).toEqual([
      ["unsaved", false],
      ["event", 3],
    ]);
  });
});

test("the side whose clock runs, and no other, confirms that the clocks have come", () => {
  const { reported, join, say, sent } = live();
  join();
  const clock = { setting: "60+0", x: 60_000, o: 59_000, seconds: "0.0 0.0" };
  say({ type: "clocks", turn: 3, clock: { ...clock, running: "x" } });
  expect(sent()).toHaveLength(1);
  say({ type: "clocks", turn: 4, clock: { ...clock, running: "o" } });
  expect(sent().slice(1)).toEqual([{ type: "seen", turn: 4 }]);
  expect(reported.slice(-2)).toEqual(Array(2).fill(["clocks", "60+0"]));
});
