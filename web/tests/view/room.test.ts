import { flushSync, tick } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import type { GameLists, Room, RoomGames } from "../../src/api/types";
import { knownRoom, storeRoom, type KnownRoom } from "../../src/state/rooms";
import { router } from "../../src/state/router.svelte";
import { storage } from "../../src/state/storage";
import OpenRoom from "../../src/view/room/OpenRoom.svelte";
import { ENTRY } from "../snapshot";
import { fakeServer } from "./fakeServer";
import { clear, show } from "./mounted";

const ID = "r".repeat(22);
const ROOM = { title: "Class 7b", members: [], here: [], games: 0, challenges: [] };
const ADA = { name: "Ada", secret: "of the member" };

/** Open the room in a browser that has something there; the answers can be changed later. */
async function opened(
  has: Partial<KnownRoom>,
  room: Partial<Room>,
  lists: GameLists = { challenges: [], running: [], reachable: false, for_others: null, files: [] },
): Promise<Record<string, unknown>> {
  const games: RoomGames = { games: [], table: [] };
  const answers: Record<string, unknown> = {
    [`GET /api/rooms/${ID}`]: { ...ROOM, ...room },
    [`GET /api/rooms/${ID}/games`]: games,
    "GET /api/challenges?version=2": lists,
  };
  fakeServer(answers);
  storeRoom(storage, { id: ID, title: "Class 7b", owner: null, member: null, ...has });
  router.go({ page: "room", id: ID });
  show(OpenRoom, { id: ID });
  await settled();
  return answers;
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await tick();
  await expect.poll(() => text()).not.toContain("Loading");
  flushSync();
}

const text = (): string => document.body.textContent.replace(/\s+/g, " ");
const button = (name: RegExp): HTMLButtonElement | undefined =>
  [...document.querySelectorAll("button")].find((each) => name.test(each.textContent));

afterEach(() => {
  clear();
  storeRoom(storage, { id: ID, title: "", owner: null, member: null });
});

test("a member whose name the owner has removed hears it, and can join again", async () => {
  await opened({ member: ADA }, { members: ["Bob"] });
  expect(text()).toContain("has removed the name Ada");
  expect(button(/^Join$/)).toBeDefined();
  expect(document.activeElement?.tagName).toBe("INPUT");
  expect(knownRoom(storage, ID)).toBeNull();
});

test.each([
  [["Ada"], 0, null, "Copy link", "Invite members|Round robin: everyone plays everyone"],
  [["Ada", "Bob"], 0, "Make 2 games", "Make 2 games", "Invite members|Round robin: everyone plays everyone"],
  [["Ada", "Bob", "Eve"], 6, "Make 6 more games", undefined, ""],
])("the owner of %j with %d games is first shown what comes next", async (members, games, offered, filled, open) => {
  await opened({ owner: "of the owner" }, { members, games });
  expect(button(/^Make/)?.textContent ?? null).toBe(offered);
  const forms = [...document.querySelectorAll(".card h2")].map(({ textContent }) => textContent);
  expect(forms.join("|")).toBe(open);
  expect(document.querySelector(".primary")?.textContent).toBe(filled);
});

test("the invitation has the page until the first game, and stays open next to the table", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const answers = await opened({ owner: "of the owner" }, {});
  expect(document.querySelector(".card")?.textContent).toContain("Invite members");
  answers[`GET /api/rooms/${ID}`] = { ...ROOM, members: ["Ada", "Bob"], here: ["Bob"], games: 2 };
  vi.advanceTimersByTime(4_000);
  await expect.poll(() => text()).toContain("Another round robin");
  expect(document.querySelector("details[open] > summary")?.textContent).toBe("Invite members");
  expect(document.querySelector(".members .here")?.textContent).toMatch(/Bob.*here now/);
});

test.each([
  [{ reachable: true, for_others: "http://192.0.2.7:8642/" }, "http://192.0.2.7:8642", "Stay at yours"],
  [{ reachable: true, for_others: null }, location.origin, "open the page at the address that they use"],
  [{ reachable: false, for_others: null }, location.origin, "says how to let others in"],
])("an invitation from the server's own computer has the address for others: %j", async (reached, origin, advice) => {
  await opened({ owner: "of the owner" }, {}, { challenges: [], running: [], files: [], ...reached });
  await expect.poll(() => text()).toContain(advice);
  const sent = document.querySelector<HTMLInputElement>("input[aria-label='Copy link']");
  expect(sent?.value).toBe(`${origin}/room/${ID}`);
  expect(text().match(/only on this computer|Stay at yours/g)).toHaveLength(1);
});

test("the owner can join, and the choices of a round robin stay for the next one", async () => {
  const answers = await opened({ owner: "of the owner" }, { members: ["Ada", "Bob"] });
  expect(button(/^Join$/)).toBeDefined();
  const strict = (): HTMLInputElement | undefined =>
    [...document.querySelectorAll("label")].find((each) => each.textContent.includes("Strict"))?.control as
      HTMLInputElement | undefined;
  strict()?.click();
  answers[`GET /api/rooms/${ID}`] = { ...ROOM, members: ["Ada", "Bob"], here: ["Bob"], games: 2 };
  answers[`POST /api/rooms/${ID}/round-robin`] = { games: 2 };
  button(/^Make/)?.click();
  await expect.poll(() => text()).toContain("Another round robin");
  expect(strict()?.checked).toBe(false);
});

test("a member leaves: the name is deleted by its secret, after a dialogue that counts what ends, and forgotten", async () => {
  const answers = await opened({ member: ADA }, { members: ["Ada", "Bob"], games: 2 });
  const seat = (name: string): unknown => ({ kind: "person", player: null, name, connected: false });
  const seats = { x: seat("Ada"), o: seat("Bob") };
  const some = [
    { ...ENTRY, id: "1", seats },
    { ...ENTRY, id: "2", seats, result: { ending: "resigned", winner: "o", text: "O wins (resigned)" } },
  ];
  answers[`GET /api/rooms/${ID}/games`] = { games: some, table: [] };
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.poll(() => text()).toContain("Your games");
  expect(text()).toContain("You resigned: Bob won");
  button(/^Leave the room …$/)?.click();
  flushSync();
  expect(text()).toContain("2 games, 1 running");
  const asked = fakeServer({
    ...answers,
    "POST /api/names/delete": null,
    [`GET /api/rooms/${ID}`]: { ...ROOM, members: ["Bob"], games: 2 },
  });
  button(/^Leave the room$/)?.click();
  await expect.poll(() => button(/^Join$/)).toBeDefined();
  expect(asked[0]).toEqual({ what: "POST /api/names/delete", body: { secret: ADA.secret } });
  expect([knownRoom(storage, ID), text().includes("has removed")]).toEqual([null, false]);
});

test("two clicks make one round robin, whose request says which games were seen", async () => {
  await opened({ owner: "of the owner" }, { members: ["Ada", "Bob"], games: 0 });
  let release: (answer: Response) => void = () => undefined;
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", (path: string, { body }: RequestInit = {}): Promise<Response> => {
    if (!path.endsWith("/round-robin")) return Promise.reject(new TypeError("no network"));
    bodies.push(JSON.parse(body as string));
    return new Promise((resolve) => (release = resolve));
  });
  const make = button(/^Make/);
  make?.click();
  flushSync();
  expect(make?.disabled).toBe(true);
  make?.click();
  expect(bodies).toMatchObject([{ seen: 0, games: 2 }]);
  release(Response.json({ games: 2 }));
  await expect.poll(() => make?.disabled).toBe(false);
});
