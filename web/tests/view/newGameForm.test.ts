import { flushSync, type ComponentProps } from "svelte";
import { beforeEach, describe, expect, test } from "vitest";

import type { PlayersAtBoard } from "../../src/api/types";
import { storeLastOpponent } from "../../src/state/lastOpponent";
import { router } from "../../src/state/router.svelte";
import { seatSecrets } from "../../src/state/seatSecrets";
import { storage } from "../../src/state/storage";
import NewGameForm from "../../src/view/play/NewGameForm.svelte";
import { boardTable } from "../boards";
import { option } from "../options";
import { fakeServer, type ServerAnswers } from "./fakeServer";
import { clear, enter, show } from "./mounted";

const LEVEL = option("level", null, { type: "whole number", allowed: "1 to 9", minimum: 1, maximum: 9 });
const RULES = option("rules", "extended", { type: "text", choices: ["extended", "1620"] });
const PLAYERS = [
  { name: "oxo", summary: "the house player", program: "", marks: null, options: [LEVEL] },
  { name: "ibm1620", summary: "builds traps", program: "IBM 1620", marks: ["M", "P"], options: [RULES] },
  { name: "fignition", summary: "starts", program: "FIGnition", marks: null, options: [] },
];
const TAKERS: PlayersAtBoard = {
  home: "oxo:level=4",
  players: [
    { name: "oxo", x: null, o: null },
    { name: "ibm1620", x: null, o: null },
    { name: "fignition", x: null, o: { reason: "it moves first", remedy: "let it begin" } },
  ],
};
const ANSWERS: ServerAnswers = {
  "GET /api/boards": [
    { name: "3x3", about: "", dimensions: 2, cells: 9, lines: 8 },
    { name: "4x4x4", about: "Qubic", dimensions: 3, cells: 64, lines: 76 },
  ],
  "GET /api/boards/3x3": boardTable("3x3"),
  "GET /api/boards/4x4x4": boardTable("4x4x4"),
  "GET /api/players": PLAYERS,
  "GET /api/boards/4x4x4/players": TAKERS,
  "GET /api/boards/3x3/players": TAKERS,
  "POST /api/games": { game: { id: "made" }, secrets: { x: "s".repeat(43) } },
};

/** Show the form, and wait until the server's answers have arrived. */
async function open(properties: ComponentProps<typeof NewGameForm> = {}): Promise<void> {
  show(NewGameForm, properties);
  await settled();
}

async function settled(): Promise<void> {
  await expect.poll(() => begin().disabled).toBe(false);
  if (document.querySelector('input[type="radio"][value="computer"]:checked') !== null) {
    await expect.poll(() => document.querySelector("select")).not.toBeNull();
  }
}

function field<Kind extends Element>(kind: new () => Kind, selector: string): Kind {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`there is no ${selector}`);
  return found;
}

const BEGINNERS = "fieldset:has([value='them'])";

const begin = (): HTMLButtonElement => field(HTMLButtonElement, "form button.primary");

function choose(selector: string): void {
  field(HTMLInputElement, selector).click();
  flushSync();
}

/** Type a text, one key after the other. */
function type(text: string): void {
  const box = field(HTMLInputElement, "input[placeholder]");
  for (let length = 1; length <= text.length; length += 1) {
    box.value = text.slice(0, length);
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }
  flushSync();
}

/** Begin the game, and return what the server was asked for. */
async function requested(asked: ReturnType<typeof fakeServer>): Promise<unknown> {
  begin().click();
  await expect.poll(() => location.pathname).toBe("/g/made");
  return asked.find(({ what }) => what === "POST /api/games")?.body;
}

beforeEach(() => {
  storeLastOpponent(storage, { opponentKind: "computer", opponent: "", first: "", firstMover: "me" }, "");
  router.go("/", "replace");
});

describe("with a server", () => {
  test("a game against the house player is requested, and the secret of the seat stored", async () => {
    const asked = fakeServer(ANSWERS);
    await open();
    expect(await requested(asked)).toMatchObject({
      board: "4x4x4",
      seats: { x: { kind: "person", player: null }, o: { kind: "player", player: "oxo:level=2" } },
    });
    expect(seatSecrets(storage, "made")).toEqual(["s".repeat(43)]);
    expect(location.href).not.toContain("sss");
  });

  test("a player that cannot play this seat is disabled, and enabled for the other seat", async () => {
    fakeServer(ANSWERS);
    await open();
    const fignition = (): HTMLOptionElement => field(HTMLOptionElement, 'option[value="fignition"]');
    expect(fignition().disabled).toBe(true);
    choose('input[type="radio"][value="them"]');
    expect(fignition().disabled).toBe(false);
  });

  test("options that differ from their defaults become part of the player's name", async () => {
    const asked = fakeServer(ANSWERS);
    await open();
    enter("select", "ibm1620");
    enter(".options select", "1620");
    expect(await requested(asked)).toMatchObject({
      seats: { o: { kind: "player", player: "ibm1620:rules=1620" } },
    });
  });

  test("the board that is typed is the board that begins, without a pause between", async () => {
    const asked = fakeServer(ANSWERS);
    await open();
    type("3x3");
    // Nothing that the server is asked has been answered yet.
    expect(await requested(asked)).toMatchObject({ board: "3x3" });
  });

  test("a text that is no board is explained, and nothing can begin", async () => {
    fakeServer(ANSWERS);
    await open();
    type("6x7");
    expect(document.body.textContent).toContain("add how long a line is, like 6x7:6");
    expect(begin().disabled).toBe(true);
    type("6x7:4");
    expect(begin().disabled).toBe(false);
  });

  test("the house player plays by the strategy for people, or at a level again", async () => {
    const asked = fakeServer(ANSWERS);
    await open();
    const levels = (): string[] =>
      [...document.querySelectorAll<HTMLInputElement>('input[type="range"]')].map(({ value }) => value);
    enter(".chooser select", "oxo:strategy=human");
    expect(levels()).toEqual([]);
    enter(".chooser select", "oxo");
    expect(levels()).toEqual(["9"]);
    enter(".chooser select", "oxo:strategy=human");
    const seats = { o: { kind: "player", player: "oxo:strategy=human" } };
    expect(await requested(asked)).toMatchObject({ seats });
  });

  test("the form begins with the opponent of the last game on its board, otherwise with Easy, and the person begins", async () => {
    fakeServer(ANSWERS);
    await open();
    enter('input[type="range"]', "7");
    choose('input[type="radio"][value="them"]');
    begin().click();
    await expect.poll(() => location.pathname).toBe("/g/made");
    const offered = (): readonly string[] =>
      ['input[type="range"]', `${BEGINNERS} :checked`].map((one) => field(HTMLInputElement, one).value);
    for (const [properties, choices] of [
      [{ isFirst: true }, ["2", "me"]],
      [{ board: "3x3" }, ["2", "me"]],
      [{}, ["7", "them"]],
    ] as const) {
      clear();
      await open(properties);
      expect(offered()).toEqual(choices);
    }
    choose('input[type="radio"][value="3x3"]');
    await settled();
    expect(offered()).toEqual(["2", "me"]);
  });

  test("the computer that may begin is named", async () => {
    fakeServer(ANSWERS);
    await open();
    const beginners = (): string => field(HTMLFieldSetElement, BEGINNERS).textContent.replaceAll(/\s+/g, " ").trim();
    expect(beginners()).toBe("Who begins I do The computer Chance");
    choose('input[type="radio"][value="link"]');
    expect(beginners()).toBe("Who begins I do They do Chance");
  });

  test("hints in a game by link are off unless they are allowed", async () => {
    const asked = fakeServer(ANSWERS);
    await open({ isWithFriend: true });
    expect(await requested(asked)).toMatchObject({ settings: { hints: false } });
  });

  test("a game of two people on one screen opens its own page", async () => {
    const asked = fakeServer(ANSWERS);
    await open();
    choose('input[type="radio"][value="3x3"]');
    choose('input[type="radio"][value="here"]');
    begin().click();
    await expect.poll(() => location.pathname + location.search).toBe("/play?board=3x3");
    expect(asked.some(({ what }) => what.startsWith("POST"))).toBe(false);
  });
});

test("without a server it explains why only two people on one screen can begin", async () => {
  // The tables of boards are there, as they are after a first visit.
  fakeServer({
    "GET /api/boards": ANSWERS["GET /api/boards"],
    "GET /api/boards/4x4x4": ANSWERS["GET /api/boards/4x4x4"],
  });
  await open();
  expect(document.body.textContent).toContain("The server cannot be reached.");
  const enabled = [...document.querySelectorAll<HTMLInputElement>("fieldset:has([value='link']) input")].filter(
    (input) => !input.disabled,
  );
  expect(enabled.map((input) => input.value)).toEqual(["here"]);
  expect(enabled[0]?.checked).toBe(true);
});
