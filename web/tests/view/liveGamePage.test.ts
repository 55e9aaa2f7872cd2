/** The page of a live game, at a server that the test plays. */

import { flushSync } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import type { GameEvent, Snapshot } from "../../src/api/types";
import type { Side } from "../../src/state/geometry";
import { storeRoom } from "../../src/state/rooms";
import { router } from "../../src/state/router.svelte";
import { namedGames } from "../../src/state/namedGames.svelte";
import { ownName } from "../../src/state/ownName.svelte";
import { seatSecrets } from "../../src/state/seatSecrets";
import { storage, writeJson } from "../../src/state/storage";
import LiveGamePage from "../../src/view/pages/LiveGamePage.svelte";
import { boardTable } from "../boards";
import { HOUSE, OPEN, PERSON, SNAPSHOT } from "../snapshot";
import { fakeServer, LateAnswer, type ServerAnswers } from "./fakeServer";
import { clear, press, show } from "./mounted";

const PEOPLE = { seats: { x: PERSON, o: PERSON } } as const;
/** A game of Ada that waits for another player. */
const OFFER = {
  seats: { x: { ...PERSON, name: "Ada" }, o: OPEN },
  moves: [],
  ply: 0,
} as const;

afterEach(() => {
  clear();
  router.go({ page: "start" }, "replace");
  Socket.open.clear();
});

/** The page's connection to the game. */
class Socket {
  static last: Socket;
  static readonly open = new Set<Socket>();
  onopen: () => void = () => undefined;
  onmessage: (message: { data: string }) => void = () => undefined;
  onclose: (closed: { code: number }) => void = () => undefined;
  readonly sent: unknown[] = [];

  constructor() {
    Socket.last = this;
    Socket.open.add(this);
  }

  close(): void {
    Socket.open.delete(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  say(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) });
    flushSync();
  }
}

/** Open an address as a browser does, for a person who holds some sides; `tell` sends an event from the server. */
async function opened(address: string, sides: readonly Side[], some: Partial<Snapshot> = {}, more: ServerAnswers = {}) {
  clear();
  const snapshot = { ...SNAPSHOT, ...PEOPLE, ...some };
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("scrollTo", () => undefined);
  const answers = { "GET /api/games/game": snapshot, "GET /api/boards/3x3": boardTable("3x3"), ...more };
  fakeServer({ "GET /api/players": [], ...answers });
  router.go(address);
  show(LiveGamePage, {});
  await loaded();
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

/** Wait until a game is shown. */
async function loaded(): Promise<void> {
  await expect.poll(() => document.querySelector(".status, .end h2")).not.toBeNull();
}

/** Go to another game, as Back, Forward or a link does. */
function goTo(id: string): void {
  router.go(`/g/${id}`);
  flushSync();
}

const status = (): string => document.querySelector(".status, .end h2")?.textContent.trim() ?? "";

test("the address of a game at its newest position has no ply, so that a reload and a copy of it follow the game", async () => {
  const x = await opened("/g/game", ["x"], { moves: [], ply: 0 });
  const entries = history.length;
  x.tell("played", { by: "x", cell: "22", ply: 1 });
  x.tell("played", { cell: "11", ply: 2 });
  expect(history.length).toBe(entries);
  const moved = { moves: ["22"], ply: 1, to_move: "o" } as const;
  for (const sides of [["x"], []] as const) {
    const address = location.pathname + location.search;
    expect(address).toBe("/g/game");
    const again = await opened(address, sides, moved);
    expect(status()).toBe(sides.length > 0 ? "Your opponent's turn" : "O to move");
    again.tell("played", { cell: "11", ply: 2 });
    expect(status()).toBe(sides.length > 0 ? "Your turn: you are X" : "X to move");
  }
});

test("an address with an earlier ply shows it, and the way back to the game takes the ply from the address", async () => {
  await opened("/g/game?ply=1", ["x"]);
  expect([status(), location.search]).toEqual(["Move 1 of 2", "?ply=1"]);
  press("Back to the game");
  expect([status(), location.search]).toEqual(["Your turn: you are X", ""]);
});

const page = (): string => document.body.textContent.replace(/\s+/g, " ");

function buttons(): readonly string[] {
  return [...document.querySelectorAll("button")].map(({ textContent }) => textContent.trim());
}

/** Press a button behind *More*, which is built when it opens. */
function choose(name: string): void {
  document.querySelector(".more")?.dispatchEvent(Object.assign(new Event("beforetoggle"), { newState: "open" }));
  flushSync();
  press(name);
}

test("a game without an opponent can only be abandoned, and then invites no person", async () => {
  const maker = await opened("/g/game", ["x"], OFFER);
  expect(page()).toContain("Send this link");
  choose("End it …");
  expect(buttons()).toContain("Abandon it without a result");
  for (const name of ["Resign", "Offer a draw"]) expect(buttons()).not.toContain(name);
  const ended = { by: "x", ending: "abandoned", winner: null };
  maker.tell("ended", ended);
  for (const text of ["Send this link", "No player yet", "Rematch"]) expect(page()).not.toContain(text);

  const visitor = await opened("/g/game", [], OFFER);
  expect(page()).toContain("Ada invites you to play.");
  expect(status()).toBe("You can play O");
  visitor.tell("ended", ended);
  expect(page()).not.toContain("invites you");
  expect(buttons()).not.toContain("Play O");
});

test("a game of a room invites its members under their names, and leads others to the room", async () => {
  const offer = { ...OFFER, room: "room" };
  await opened("/g/game", [], offer);
  expect(buttons()).not.toContain("Play O");
  expect(document.querySelector('.asks a[href="/room/room"]')).not.toBeNull();
  await opened("/g/game", ["x"], offer);
  expect(page()).not.toContain("Anyone");
  storeRoom(storage, { id: "room", title: "", owner: null, member: { name: "Bob", secret: "s".repeat(43) } });
  await opened("/g/game", [], offer);
  expect(buttons()).toContain("Play O");
  expect(page()).toContain("You play as Bob");
  storeRoom(storage, { id: "room", title: "", owner: null, member: null });
});

test("a seat is this browser's before the server answers, so that a reload meanwhile does not lose it", async () => {
  const answer = new LateAnswer();
  await opened("/g/game", [], OFFER, { "POST /api/games/game/seats": answer.promise });
  press("Play O");
  const [secret] = seatSecrets(storage, "game");
  expect(secret).toMatch(/^[\w-]{43}$/);
  // The claim reaches the server after the page that a reload opens.
  const reloaded = await opened("/g/game", [], OFFER);
  expect(Socket.last.sent).toMatchObject([{ type: "join", secrets: [secret] }]);
  const before = Socket.last;
  reloaded.tell("claimed", { by: "o" });
  expect(Socket.last).not.toBe(before);
  expect(page()).not.toContain("not here");
  writeJson(storage, "hyperoxo.seats", []);
});

test("a player who waits reads that the opponent has come, until the next move", async () => {
  const waiting = await opened("/g/game", ["x"], { seats: { x: PERSON, o: OPEN } });
  waiting.tell("claimed", { by: "o" });
  expect(status()).toBe("Your opponent is here. Your turn: you are X");
  waiting.tell("played", { by: "x", cell: "33", ply: 3 });
  expect(status()).toBe("Your opponent's turn");
});

test("a visitor reads that another person took the free side", async () => {
  const visitor = await opened("/g/game", [], { ...OFFER, pie: "placing" });
  expect(buttons()).toContain("Join and choose a side");
  visitor.tell("claimed", { by: "o" });
  expect(buttons()).not.toContain("Join and choose a side");
  expect(page()).toContain("Another person took the free side first.");
});

test("a game that is over, or in which a move was made, no longer waits for one, before the server is asked", async () => {
  ownName.keep({ name: "Ada", secret: "secret" });
  const listed = { ...SNAPSHOT, ...PEOPLE, moves: 2, sides: ["x"], at: 1, left: null };
  const answers = { "POST /api/names/games": { name: "Ada", games: [listed] } };
  for (const [kind, rest] of [
    ["ended", { ending: "resigned", winner: "x" }],
    ["played", { by: "x", cell: "33", ply: 3 }],
  ] as const) {
    const game = await opened("/g/game", ["x"], {}, answers);
    await namedGames.refresh();
    expect(namedGames.next(null)?.id).toBe("game");
    game.tell(kind, rest);
    expect(namedGames.next(null)).toBeNull();
    await namedGames.refresh();
  }
  ownName.keep(null);
  await namedGames.refresh();
});

test("a game that the server deletes can no longer be played, and one notice says so", async () => {
  await opened("/g/game", ["x"], { room: "room" });
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({}, { status: 404 })));
  Socket.last.onclose({ code: 1008 });
  await expect.poll(() => page()).toContain("This game cannot be shown");
  expect(document.querySelectorAll('.notice, [role="grid"]')).toHaveLength(1);
});

test("a request of the opponent is marked in the title until it is answered, and cannot be made again", async () => {
  const game = await opened("/g/game", ["x"]);
  choose("End it …");
  expect(buttons()).toContain("Offer a draw");
  expect(page()).not.toContain("can be abandoned");
  expect(document.title).not.toContain("!");
  game.tell("offered", { what: "draw" });
  expect(buttons()).not.toContain("Offer a draw");
  expect(document.title).toMatch(/^\(!\) /);
  game.tell("answered", { by: "x", what: "draw", accept: false });
  expect(document.title).not.toContain("!");
});

test("a game is played on if the marks of its players cannot be asked for", async () => {
  const players = new LateAnswer();
  const seats = { x: PERSON, o: HOUSE };
  await opened("/g/game", ["x"], { seats }, { "GET /api/players": players.promise });
  await players.fail();
  expect(status()).toBe("Your turn: you are X");
});

test("the late failure of a game that was left does not replace the game that is shown", async () => {
  const slow = new LateAnswer();
  await opened("/g/game", ["x"], {}, { "GET /api/games/slow": slow.promise });
  goTo("slow");
  goTo("game");
  await loaded();
  await slow.fail();
  expect(status()).toBe("X to move");
});

test("a game that is left and entered again before it has loaded is connected once", async () => {
  const slow = new LateAnswer();
  await opened("/g/game", ["x"], {}, { "GET /api/games/slow": slow.promise });
  for (const id of ["slow", "game", "slow"]) goTo(id);
  slow.give({ ...SNAPSHOT, id: "slow" });
  await loaded();
  expect(Socket.open.size).toBe(1);
});
