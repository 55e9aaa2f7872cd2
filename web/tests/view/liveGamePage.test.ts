/** The page of a live game, at a server that the test plays. */

import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import type { GameEvent, Snapshot } from "../../src/api/types";
import type { Side } from "../../src/state/geometry";
import { router } from "../../src/state/router.svelte";
import LiveGamePage from "../../src/view/pages/LiveGamePage.svelte";
import { boardTable } from "../boards";
import { PERSON, SNAPSHOT } from "../snapshot";
import { fakeServer, type ServerAnswers } from "./fakeServer";

const PEOPLE = { seats: { x: PERSON, o: PERSON } } as const;

let shown: ReturnType<typeof mount> | null = null;

afterEach(() => {
  if (shown !== null) void unmount(shown);
  shown = null;
  document.body.replaceChildren();
  router.go({ page: "start" }, "replace");
  vi.unstubAllGlobals();
});

/** The page's connection to the game. */
class Socket {
  static last: Socket;
  onopen: () => void = () => undefined;
  onmessage: (message: { data: string }) => void = () => undefined;
  onclose: (closed: { code: number }) => void = () => undefined;
  readonly send = (): undefined => undefined;
  readonly close = (): undefined => undefined;

  constructor() {
    Socket.last = this;
  }

  say(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) });
    flushSync();
  }
}

/** Open an address as a browser does, for a person who holds some sides; `tell` sends an event from the server. */
async function opened(address: string, sides: readonly Side[], some: Partial<Snapshot> = {}, more: ServerAnswers = {}) {
  if (shown !== null) void unmount(shown);
  document.body.replaceChildren();
  const snapshot = { ...SNAPSHOT, ...PEOPLE, ...some };
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("scrollTo", () => undefined);
  const answers = { "GET /api/games/game": snapshot, "GET /api/boards/3x3": boardTable("3x3"), ...more };
  fakeServer({ "GET /api/players": [], ...answers });
  router.go(address);
  shown = mount(LiveGamePage, { target: document.body });
  await vi.waitFor(() => {
    flushSync();
    expect(document.querySelector(".status")).not.toBeNull();
  });
  Socket.last.onopen();
  Socket.last.say({ type: "joined", sides, host: false, snapshot });
  let { number } = snapshot;
  return {
    tell(kind: GameEvent["kind"], rest: Record<string, unknown>): void {
      number += 1;
      Socket.last.say({ type: "event", event: { number, by: "o", note: null, ...rest, kind } });
    },
  };
}

const status = (): string => document.querySelector(".status")?.textContent.trim() ?? "";

test("the address of a game at its newest position has no ply, so that a reload and a copy of it follow the game", async () => {
  const x = await opened("/g/game", ["x"], { moves: [], ply: 0 });
  x.tell("played", { by: "x", cell: "22", ply: 1 });
  const moved = { moves: ["22"], ply: 1, to_move: "o" } as const;
  for (const sides of [["x"], []] as const) {
    const address = location.pathname + location.search;
    expect(address).toBe("/g/game");
    const again = await opened(address, sides, moved);
    expect(status()).toBe("O to move");
    again.tell("played", { cell: "11", ply: 2 });
    expect(status()).toBe(sides.length > 0 ? "Your turn: you are X" : "X to move");
  }
});

test("an address with an earlier ply shows it, and the way back to the game takes the ply from the address", async () => {
  await opened("/g/game?ply=1", ["x"]);
  expect([status(), location.search]).toEqual(["Move 1 of 2", "?ply=1"]);
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Back to the game")?.click();
  flushSync();
  expect([status(), location.search]).toEqual(["Your turn: you are X", ""]);
});
