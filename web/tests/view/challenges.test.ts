import { expect, test } from "vitest";

import type { GameEntry, GameLists } from "../../src/api/types";
import { publicGames } from "../../src/state/publicGames.svelte";
import { storeSeatSecrets } from "../../src/state/seatSecrets";
import { storage } from "../../src/state/storage";
import StartPage from "../../src/view/pages/StartPage.svelte";
import Challenges from "../../src/view/play/Challenges.svelte";
import { ENTRY, HOUSE, OPEN, PERSON, SETTINGS } from "../snapshot";
import { fakeServer } from "./fakeServer";
import { show } from "./mounted";

const ASKED = "GET /api/challenges?version=2";

function entry(id: string, some: Partial<GameEntry> = {}): GameEntry {
  return { ...ENTRY, id, seats: { x: { ...PERSON, name: "Ada" }, o: OPEN }, ...some };
}

async function lists(some: Partial<GameLists>): Promise<void> {
  fakeServer({ [ASKED]: { challenges: [], running: [], reachable: false, ...some } });
  await publicGames.refresh();
}

test("the list is shown where there is a public game, or may be one", async () => {
  const shown: boolean[] = [];
  for (const some of [{}, { reachable: true }, { challenges: [entry("one")] }, { running: [entry("one")] }]) {
    await lists(some);
    shown.push(publicGames.isShown);
  }
  expect(shown).toEqual([false, true, true, true]);
  fakeServer({});
  await publicGames.refresh(); // which fails
  expect(publicGames.isShown).toBe(true);
});

test("a row says who waits, the side and the settings; a name of a stranger stays text", async () => {
  storeSeatSecrets(storage, "mine", ["s".repeat(43)]);
  const evil = "<img src=x onerror=alert(1)>";
  await lists({
    challenges: [
      entry("one", { settings: { ...SETTINGS, strict: true, pie: true } }),
      entry("mine", { present: false, settings: { ...SETTINGS, hints: true }, seats: { x: OPEN, o: PERSON } }),
    ],
    running: [entry("watched", { seats: { x: { ...PERSON, name: evil }, o: HOUSE } })],
  });
  show(Challenges, { onoffer: () => undefined });
  const rows = [...document.querySelectorAll("li")].map((row) => row.textContent.replace(/\s+/g, " ").trim());
  expect(rows[0]).toBe("Ada, 3x3 (classic) you choose a side, strict, pie rule, here now");
  expect(rows[1]).toBe("A person, 3x3 (classic) yours, hints allowed, not here now");
  expect(rows.at(-1)).toBe(`${evil} against Medium (level 4), 3x3 (classic) here now`);
  expect(document.querySelector("img")).toBeNull();
});

test("a page of another version says that it must be loaded again", async () => {
  const error = { subject: "page", reason: "it is not of the server's version", remedy: "load it again" };
  fakeServer({ [ASKED]: Response.json({ error }, { status: 422 }) });
  show(StartPage, {});
  const said = "The page is not of the server's version; load it again";
  await expect.poll(() => document.querySelector(".notice")?.textContent).toBe(said);
});

test("a link has the address for others, and else stays as it is", async () => {
  const link = "http://127.0.0.1:8642/play?board=3x3&moves=22";
  await lists({ for_others: "http://10.0.0.5:8642" });
  expect(publicGames.linkForOthers(link)).toBe("http://10.0.0.5:8642/play?board=3x3&moves=22");
  await lists({ for_others: null });
  expect(publicGames.linkForOthers(link)).toBe(link);
});
