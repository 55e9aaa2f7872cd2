import { flushSync } from "svelte";
import { expect, test, vi } from "vitest";

import type { OpeningTable, ErratumReplay as ReplayMessage, Snapshot, TrialExample } from "../../src/api/types";
import { doneFeats } from "../../src/state/feats";
import type { Side } from "../../src/state/geometry";
import { preferences } from "../../src/state/preferences.svelte";
import { screenForTwo, redSide, spokenMark } from "../../src/view/screens/programs";
import FeatNotice from "../../src/view/museum/FeatNotice.svelte";
import Levels from "../../src/view/museum/Levels.svelte";
import OpeningTableView from "../../src/view/museum/OpeningTable.svelte";
import PlayIt from "../../src/view/museum/PlayIt.svelte";
import ErratumReplay from "../../src/view/museum/ErratumReplay.svelte";
import TrialCounter from "../../src/view/museum/TrialCounter.svelte";
import { playerSymbols, turnText } from "../../src/view/play/liveText";
import Rematch from "../../src/view/play/Rematch.svelte";
import SpeedControl from "../../src/view/play/SpeedControl.svelte";
import { board } from "../boards";
import { PERSON, SETTINGS } from "../snapshot";
import { fakeServer } from "./fakeServer";
import { joined } from "./joinedSession";
import { enter, press, show } from "./mounted";

const PLAYERS = [
  { name: "atari-st", summary: "", program: "", marks: ["C", "H"], options: [] },
  { name: "fignition", summary: "", program: "", marks: null, options: [] },
  { name: "ibm1620", summary: "", program: "", marks: ["M", "P"], options: [] },
];
const TAKERS = {
  home: "oxo:level=4",
  players: [
    { name: "fignition", x: null, o: { reason: "it always starts", remedy: "give it the first seat" } },
    { name: "magic-square", x: null, o: null },
  ],
};
const MADE = { game: { id: "made" }, secrets: { o: "s".repeat(43) } };

/** Return a computer in its seat. */
function computer(player: string): Snapshot["seats"]["x"] {
  return { kind: "player", player, name: player, connected: true };
}

/** Join a game of 3x3 that a program wins as X, after some of its 5 plies. */
function played(player: string, ply = 5, given: Partial<Snapshot> = {}): ReturnType<typeof joined> {
  const snapshot: Partial<Snapshot> = {
    moves: ["22", "11", "12", "21", "32"].slice(0, ply),
    ply,
    to_move: ply % 2 === 0 ? "x" : "o",
    result: ply === 5 ? { ending: "line", winner: "x", text: "X wins (line)" } : null,
    seats: { x: computer(player), o: PERSON },
    ...given,
  };
  return joined(snapshot, ["o"]);
}

test("a program that always starts plays again in its seat, and is offered no swap of sides", async () => {
  const asked = fakeServer({ "GET /api/boards/3x3/players": TAKERS, "POST /api/games": MADE });
  show(Rematch, { session: played("fignition").session });
  await expect.poll(() => document.body.textContent).toContain("Play again");
  press("Play again");
  expect(document.body.textContent).not.toContain("sides swapped");
  await expect.poll(() => asked.at(-1)?.what).toBe("POST /api/games");
  expect(asked.at(-1)?.body).toMatchObject({
    board: "3x3",
    seats: { x: { kind: "player", player: "fignition" }, o: { kind: "person" } },
  });
});

test("a program that takes both sides is offered a rematch with sides swapped", async () => {
  fakeServer({ "GET /api/boards/3x3/players": TAKERS });
  show(Rematch, { session: played("magic-square").session });
  await expect.poll(() => document.body.textContent).toContain("Rematch");
  expect(document.body.textContent).not.toContain("Play again");
});

test.each([
  ["delphi", "3x3x3", "o"],
  ["fignition", "3x3", "x"],
])("%s is played on the board of its document, %s, where it holds %s", async (player, name, side) => {
  const asked = fakeServer({ "POST /api/games": MADE });
  const seat: Side = side === "x" ? "x" : "o";
  show(PlayIt, { exhibit: { name: player, player, board: name, boards: [name], starts: "", seat, errata: [] } });
  press(side === "x" ? "Play it: it begins" : "Play it: you begin");
  await expect.poll(() => asked).toHaveLength(1);
  expect(asked[0]?.body).toMatchObject({ board: name, seats: { [side]: { kind: "player", player } } });
});

/** Show the speed of a game between two computers, and return what it has sent. */
function speedOf(x: string, o: string): () => unknown {
  const given = { seats: { x: computer(x), o: computer(o) }, settings: { ...SETTINGS, delay: 3 } };
  const { session, connection } = played(x, 1, given);
  show(SpeedControl, { session });
  return () => connection.sent.at(-1);
}

test("a meeting of two programs has a pace of its own, and leaves the stored one as it is", () => {
  const before = preferences.all.pace;
  const sent = speedOf("magic-square", "fignition:listing=printed");
  expect(document.querySelector("input")?.getAttribute("aria-valuetext")).toBe("3.0 seconds between moves");
  expect(enter("input", "-2000").getAttribute("aria-valuetext")).toBe("2.0 seconds between moves");
  expect(sent()).toMatchObject({ action: { kind: "pace", delay: 2 } });
  expect(preferences.all.pace).toBe(before);
});

test("the pace of other computers is the stored one", () => {
  const before = preferences.all.pace;
  speedOf("magic-square", "random");
  enter("input", "-2000");
  expect(preferences.all.pace).toBe(2000);
  preferences.change({ pace: before });
});

test("two people may play on the form of Delphi on its board, and on no other program's screen", () => {
  expect(screenForTwo("delphi", "3x3x3")?.title).toBe("The Delphi form");
  expect(screenForTwo("delphi", "3x3")).toBeNull();
  expect(screenForTwo("atari-st", "4x4x4")).toBeNull();
  expect(screenForTwo("of-another", "3x3x3")).toBeNull();
  expect(screenForTwo(null, "3x3x3")).toBeNull();
});

test("a screen reader hears what the number on a cell is", () => {
  expect(spokenMark("fignition", "1")).toBe("ring 1");
  expect(spokenMark("ibm1620:rules=1620", "10")).toBe("level 10");
  expect(spokenMark("ibm1620", "6,9")).toBe("levels 6 and 9");
  expect(spokenMark("magic-square", "8")).toBe("number 8");
  expect(spokenMark("delphi", "L6 5")).toBe("L6, rating 5");
  expect(spokenMark("atari-st", "33")).toBe("33 points");
  expect(spokenMark("atari-st", "1")).toBe("1 point");
  expect(spokenMark("of-another", "7")).toBe("marked 7");
});

test("the Atari ST is red on either side, and no other program has colours of its own", () => {
  expect(redSide({ x: null, o: "atari-st:preset=cautious" })).toBe("o");
  expect(redSide({ x: "atari-st", o: null })).toBe("x");
  expect(redSide({ x: "ibm1620", o: "delphi" })).toBeNull();
});

test("each program keeps its own mark, and the turn is named by the same marks", async () => {
  fakeServer({ "GET /api/players": PLAYERS });
  expect(await playerSymbols({ x: null, o: "atari-st" })).toEqual({ x: "H", o: "C" });
  expect(await playerSymbols({ x: "atari-st", o: null })).toEqual({ x: "C", o: "H" });
  expect(await playerSymbols({ x: "atari-st", o: "ibm1620" })).toEqual({ x: "C", o: "M" });
  expect(await playerSymbols({ x: "ibm1620", o: "ibm1620" })).toEqual({ x: "M", o: "P" });
  expect(await playerSymbols({ x: "fignition", o: null })).toBeNull();
  expect(turnText(played("atari-st", 3).session, { x: "C", o: "H" })).toBe("Your turn: you are H");
  const { session } = played("atari-st");
  session.goTo(session.tree.nodes[4]?.id ?? 0);
  expect(turnText(session)).toBe("Move 4 of 5");
});

const TRIALS: TrialExample = {
  title: "3 open fields",
  text: "",
  position: "xoo2x1xo x",
  fields: [4, 5, 7],
  base_node: 7,
  steps: [
    { nodes: [[4, 1, 98]], events: ["firstMove: node 7 takes field 4"] },
    {
      nodes: [
        [4, 1, 98],
        [5, 1, 50],
      ],
      events: ["firstMove: node 8 takes field 5"],
    },
    { nodes: [], events: ["nextMove: node 7 has no further field"] },
  ],
  trial_moves: 2,
  without_shortcuts: 15,
  labels: { "4": "W3", "5": "D" },
};

test("the counter steps through trial moves, forwards and backwards", () => {
  const target = show(TrialCounter, { examples: [TRIALS] });
  const cells = (): string => [...target.querySelectorAll("td")].map(({ textContent }) => textContent).join(" ");
  const board = (): string =>
    [...target.querySelectorAll(".number-square span")].map(({ textContent }) => textContent).join("");
  expect(cells()).toBe("4 · · 1 · · 98 · ·");
  expect(board()).toBe("XOOX5X7XO");
  press("Next trial move");
  expect(cells()).toBe("4 5 · 1 1 · 98 50 ·");
  expect(board()).toBe("XOOXOX7XO");
  press("Back");
  expect(cells()).toBe("4 · · 1 · · 98 · ·");
  press("End");
  expect(board()).toBe("XOO45X7XO");
  expect(target.textContent).toContain("The fields: 4 W3, 5 D.");
  press("Start");
  expect(target.textContent).toContain("No trial move yet");
});

test("the magic square turns and flips, and its table and example with it", () => {
  const table = (x1: number, factor: number): OpeningTable => ({
    x1,
    factor,
    square: [],
    rows: [
      { o1: 5, x2: (8 * factor) % 10, formula: "X2 = across(X1)", o2: null, thirds: [] },
      {
        o1: (8 * factor) % 10,
        x2: (6 * factor) % 10,
        formula: "X2 = 6, from the table",
        o2: (7 * factor) % 10,
        thirds: [{ x3: (4 * factor) % 10, formula: "X3 = across(X2)", needs: [5, 9] }],
      },
    ],
  });
  const rows = [
    { key: "corner_next", cells: ["corner next, Cn", "from an edge", "2 X mod 10", ""] },
    { key: "corner_previous", cells: ["corner previous, Cp", "from an edge", "3 X mod 10", ""] },
  ];
  const target = show(OpeningTableView, {
    tables: [table(2, 1), table(4, 7), table(8, 9), table(6, 3)],
    relatives: { 2: { corner_previous: 6, corner_next: 4 } },
    figure: { kind: "formulas" as const, title: "", caption: "", headings: [], rows },
  });
  const cells = (): string[] =>
    [...target.querySelectorAll(".square button")].map((cell) => cell.getAttribute("aria-label") ?? "");
  const from = (): string[] => [...target.querySelectorAll(".columns tr")].map(({ textContent }) => textContent);
  expect(cells()).toEqual(["2", "9", "4, Cn", "7", "5", "3", "6, Cp", "1", "8"]);
  expect(from()).toEqual(["corner, clockwiseCn = 2 X mod 104", "corner, counter-clockwiseCp = 3 X mod 106"]);
  for (let ply = 0; ply < 5; ply += 1) {
    press("Next move");
  }
  expect(target.querySelector(".said")?.textContent).toMatch(/^2 8 6 7 4 5 9\s*X3, 4: X3 = across\(X2\)$/);
  expect(cells().filter((name) => /[XO]\d/.test(name))).toEqual(["2, X1", "4, X3", "7, O2", "6, X2", "8, O1"]);
  press("Flip about 2 5 8");
  target.querySelector<HTMLElement>(".square button")?.click();
  flushSync();
  expect(cells()[2]).toBe("6, X2, Cp");
  expect(from()).toEqual(["corner, clockwiseCp = 3 X mod 106", "corner, counter-clockwiseCn = 2 X mod 104"]);
  press("Turn");
  expect(target.textContent).toContain("After X1 = 4");
  expect(target.querySelector(".lines [aria-pressed=true]")?.getAttribute("aria-label")).toBe(
    "Step through 4 6 2 9 8 5 9, table",
  );
});

test("three right guesses in a row are a feat, and a wrong one begins again", async () => {
  localStorage.clear();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  const said = { position: "64 x", level: 3, cell: "222", sentence: "level 3: a block", rows: [] };
  const answer = { ...said, figure: { states: { 3: "decided" } }, tables: {}, table: null, crossings: [] };
  const levels = [3, 4, 6].map((number) => ({ ...answer, number, text: "", plane: "whole cube" }));
  fakeServer({
    "GET /api/museum/ibm1620/levels": { flow: "", routines: [], levels, game: [] },
    "GET /api/museum/guesses/5": { position: "64 x" },
    "GET /api/museum/ibm1620/answer?position=64+x": answer,
  });
  const feat = { key: "guess-1620", title: "Guess its next level", text: "", in_a_row: 3, questions: 10 };
  const target = show(Levels, { geometry: board("4x4x4"), feat });
  await expect.poll(() => target.textContent).toContain("Guess its next level");
  const guessed = async (level: string, row: string): Promise<void> => {
    press(target.textContent.includes("Next position") ? "Next position" : "Guess its next level");
    await expect.poll(() => target.textContent).toContain("Which of them");
    press(level);
    await expect.poll(() => target.textContent).toContain(`${row} of 3 in a row`);
  };
  await guessed("3", "1");
  await guessed("4", "0");
  expect(target.textContent).toContain("No, level 3.");
  for (const row of ["1", "2"]) await guessed("3", row);
  expect(doneFeats(localStorage).has("guess-1620")).toBe(false);
  await guessed("3", "3");
  expect(doneFeats(localStorage).has("guess-1620")).toBe(true);
  expect(target.textContent).toContain("done");
});

test("the end of a game says once that it meets a challenge, as the server judges it", async () => {
  localStorage.clear();
  const asked = fakeServer({ "GET /api/museum/feats/g": { feats: ["hold-fignition"] } });
  const target = show(FeatNotice, { id: "g", program: "fignition" });
  await expect.poll(() => target.textContent).toContain("You have met a challenge");
  expect(target.querySelector("a")?.getAttribute("href")).toBe("/museum/fignition#challenges");
  expect(doneFeats(localStorage).has("hold-fignition")).toBe(true);
  const again = show(FeatNotice, { id: "g", program: "fignition" });
  await expect.poll(() => asked).toHaveLength(2);
  flushSync();
  expect(again.textContent.trim()).toBe("");
});

const SCRIPT: ReplayMessage = {
  board: "3x3",
  program: "x",
  moves: ["22", "23", "33", "12"],
  erratum_ply: 4,
  steps: [{ side: "x", cell: null, text: "on no square", beside: true }],
  corrected: "11",
  options: "",
  says: "win",
};

test.each<[string, Partial<ReplayMessage>, string]>([
  ["fignition", {}, "1|O|3I WIN! / 8|X|O  X / 7|6|X"],
  [
    "atari-st",
    { board: "4x4x4", moves: ["112", "422", "111"], erratum_ply: 3, steps: [], says: "draw" },
    "D_ / D_ / D_ / D_ / H_",
  ],
])("the erratum of %s is replayed on its period screen", async (program, changes, screen) => {
  const replay = { ...SCRIPT, ...changes };
  const target = show(ErratumReplay, { program, replay, happens: "", geometry: board(replay.board) });
  const marks = (): string =>
    [...target.querySelectorAll<SVGElement>("svg [data-text]")]
      .map(({ dataset }) => dataset["text"] ?? "")
      .filter((text) => /\||^[A-Z]_$/.test(text))
      .join(" / ");
  await expect.poll(() => target.querySelector("svg")).not.toBeNull();
  press("To the erratum");
  press("To the erratum");
  expect(marks()).toBe(screen);
});
