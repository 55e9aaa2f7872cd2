import { flushSync } from "svelte";
import { afterEach, expect, test } from "vitest";

import { ApiError } from "../../src/api/client";
import type { GameEntry } from "../../src/api/types";
import { SIDES } from "../../src/state/geometry";
import { namedGames } from "../../src/state/namedGames.svelte";
import { ownName } from "../../src/state/ownName.svelte";
import { clearRecentGames, storeRecentGame } from "../../src/state/recentGames";
import { storeRoom } from "../../src/state/rooms";
import { storeSeatSecrets } from "../../src/state/seatSecrets";
import { storage } from "../../src/state/storage";
import NameNews from "../../src/view/name/NameNews.svelte";
import { seatLabels, recordTags } from "../../src/view/play/liveText";
import { opponentName, standing } from "../../src/view/play/namedGameText";
import YourGames from "../../src/view/play/YourGames.svelte";
import { ENTRY, HOUSE, PERSON } from "../snapshot";
import { fakeServer } from "./fakeServer";
import { joined } from "./joinedSession";
import { press, show } from "./mounted";

const ADA = { ...PERSON, name: "Ada", connected: false };
const BOB = { ...PERSON, name: "Bob", connected: false };

function game(id: string, some: Partial<GameEntry> = {}): GameEntry {
  return { ...ENTRY, id, sides: ["x"], seats: { x: ADA, o: BOB }, moves: 1, ...some };
}

function ended(
  text: string,
  sides: GameEntry["sides"] = ["x"],
  seats: GameEntry["seats"] = { x: ADA, o: BOB },
): GameEntry {
  const [, won = "", ending = ""] = /^([XO]) wins \((.*)\)$/.exec(text) ?? [];
  const winner = SIDES.find((side) => side.toUpperCase() === won) ?? null;
  return game("one", { sides, seats, to_move: null, result: { ending, winner, text } });
}

afterEach(() => {
  ownName.keep(null);
});

test("the seats of a game have the names of its people, and so has its record", () => {
  const { session, connection } = joined({ seats: { x: PERSON, o: PERSON } });
  const shown = (): string[] => seatLabels(session).map(({ name }) => name);
  expect(shown()).toEqual(["You", "Your opponent"]);
  connection.say({ type: "presence", x: true, o: true, watching: 0, names: { x: "Ada", o: "Bob" } });
  expect(shown()).toEqual(["Ada (you)", "Bob"]);
  expect(recordTags(session)).toMatchObject({ First: "Ada", Second: "Bob" });
  connection.say({ type: "presence", x: true, o: true, watching: 0, names: { o: "someone" } });
  expect(shown()).toEqual(["You", "someone"]);
});

test("games that wait for a move against another person are counted, and one key goes from one to the next", async () => {
  const games = [
    game("one"),
    game("two", { to_move: "o" }),
    game("three"),
    game("computer", { seats: { x: ADA, o: HOUSE } }),
    game("alone", { sides: ["x", "o"] }),
    { ...ended("X wins (line)"), id: "over" },
  ];
  ownName.keep({ name: "Ada", secret: "secret" });
  const asked = fakeServer({ "POST /api/names/games": { name: "Bea", games } });
  await namedGames.refresh();
  expect(asked).toEqual([{ what: "POST /api/names/games", body: { secret: "secret" } }]);
  expect(namedGames.due.map(({ id }) => id)).toEqual(["one", "three"]);
  expect([null, "one", "three", "two"].map((id) => namedGames.next(id)?.id)).toEqual(["one", "three", "one", "one"]);
  // The owner of the server has renamed it.
  expect(ownName.owned).toEqual({ name: "Bea", secret: "secret" });
  expect(ownName.news).toEqual({ from: "Ada", to: "Bea" });
  ownName.keep(null);
  await namedGames.refresh();
  expect([namedGames.all, namedGames.next(null)]).toEqual([[], null]);
});

test("the server is asked one thing at a time, and once for all that was wanted meanwhile", async () => {
  ownName.keep({ name: "Ada", secret: "secret" });
  const asked = fakeServer({ "POST /api/names/games": { name: "Ada", games: [] } });
  const first = namedGames.refresh();
  await Promise.resolve();
  const later = [namedGames.refresh(), namedGames.refresh()];
  await Promise.resolve();
  expect(asked).toHaveLength(1);
  await first;
  await Promise.all(later);
  expect(asked).toHaveLength(2);
});

test("without a name, the running games of the browser are asked for, with the secrets that may open their seats", async () => {
  const [soon, later, gone] = ["s", "l", "g"].map((letter) => letter.repeat(22)) as [string, string, string];
  const stored = { board: "3x3", opponent: "a person", moves: 0, position: "9 x", at: 0 };
  for (const id of [soon, later, gone]) {
    storeRecentGame(storage, { ...stored, key: `/g/${id}`, address: `/g/${id}`, result: "" });
  }
  storeRecentGame(storage, { ...stored, key: "over", address: `/g/${"o".repeat(22)}`, result: "You won" });
  storeRecentGame(storage, { ...stored, key: "here", address: "/play?board=3x3", result: "" });
  storeSeatSecrets(storage, soon, ["of the seat"]);
  storeRoom(storage, { id: "room", title: "Class 7b", owner: null, member: { name: "Ada", secret: "of the member" } });
  const days = (left: number): Partial<GameEntry> => ({ left: left * 24 * 3600 * 1000 });
  const games = [game(later, days(3)), game(soon, days(1)), game("unopened, of the room")];
  const asked = fakeServer({ "POST /api/games/standing": { games } });
  await namedGames.refresh();
  expect(asked).toEqual([
    {
      what: "POST /api/games/standing",
      body: { games: [gone, later, soon], secrets: ["of the seat", "of the member"], members: ["of the member"] },
    },
  ]);
  expect(namedGames.due.map(({ id }) => id)).toEqual([soon, later, "unopened, of the room"]);
  expect([...namedGames.gone]).toEqual([gone]);
  clearRecentGames(storage);
  storeRoom(storage, { id: "room", title: "", owner: null, member: null });
  await namedGames.refresh();
  expect([namedGames.all.length, asked.length]).toEqual([0, 1]);
});

test("a name whose secret the server refuses is forgotten, which the page says, and no other refusal forgets it", async () => {
  const refuse = (status: number, subject: string) => () =>
    Promise.reject(new ApiError(status, { code: "refused", subject, reason: "no", remedy: "" }));
  ownName.keep({ name: "Ada", secret: "secret" });
  await expect(ownName.asking(refuse(409, "name"))).rejects.toThrow("name: no");
  await expect(ownName.asking(refuse(403, "origin"))).rejects.toThrow("origin: no");
  expect(ownName.secret).toBe("secret");
  await expect(ownName.asking(refuse(403, "name"))).rejects.toThrow("name: no");
  expect(ownName.secret).toBeNull();
  show(NameNews, {});
  expect(document.querySelector("[role=status]")?.textContent).toMatch(/no longer has the name Ada/);
  ownName.keep({ name: "Ada", secret: "of the new code" });
  flushSync();
  expect(document.querySelector("[role=status]")).toBeNull();
});

test("a name without a game leaves the list of games out", async () => {
  ownName.keep({ name: "Ada", secret: "secret" });
  const games: GameEntry[] = [];
  fakeServer({ "POST /api/names/games": { name: "Ada", games } });
  await namedGames.refresh();
  show(YourGames, {});
  expect(document.querySelector("section")).toBeNull();
  games.push(game("one"));
  await namedGames.refresh();
  flushSync();
  expect(document.querySelector("section li")?.textContent).toContain("your move");
});

test("four games are listed, and the others on request", async () => {
  const stored = { board: "3x3", opponent: "a person here", moves: 1, result: "", position: "4x4 o", at: 0 };
  for (let at = 0; at < 5; at += 1) {
    const address = `/play?board=3x3&moves=${String(at)}`;
    storeRecentGame(storage, { ...stored, key: address, address });
  }
  await namedGames.refresh(); // which forgets those of the name
  show(YourGames, {});
  const listed = (): number => document.querySelectorAll("section li").length;
  expect(listed()).toBe(4);
  press("Show all 5 games");
  expect([listed(), document.body.textContent.includes("Show all")]).toEqual([5, false]);
  clearRecentGames(storage);
});

test.each([
  [game("one"), "Bob", "1 move, your move"],
  [game("one", { to_move: "o", moves: 2 }), "Bob", "2 moves, their move"],
  [game("one", { seats: { x: ADA, o: HOUSE } }), "Medium (level 4)", "1 move, running"],
  [game("one", { seats: { x: ADA, o: { ...PERSON, kind: "open" } } }), "no player yet", "1 move, running"],
  [ended("draw", ["x"], { x: ADA, o: PERSON }), "a person", "draw"],
  [ended("O wins (resigned)"), "Bob", "You resigned: Bob won"],
  [ended("O wins (resigned)", ["o"]), "Ada", "Ada resigned: you won"],
  [ended("O wins (time)"), "Bob", "You lost: Bob won on time"],
  [ended("X wins (line)"), "Bob", "You won"],
  [ended("X wins (line)", ["x", "o"]), "Ada and Bob", "X wins (line)"],
  [game("one", { sides: ["x", "o"] }), "Ada and Bob", "1 move, running"],
])("a listed game has its opponent and how it stands: %#", (listed, opponent, stands) => {
  expect([opponentName(listed), standing(listed)]).toEqual([opponent, stands]);
});
