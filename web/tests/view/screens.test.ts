import { flushSync, type Component } from "svelte";
import { expect, test, vi } from "vitest";

import type { MoveNote } from "../../src/api/types";
import { showsScreen, storeScreen } from "../../src/state/screenChoice";
import type { Side } from "../../src/state/geometry";
import { playerText } from "../../src/state/playerNames";
import { emptyPosition } from "../../src/state/position";
import { preferences } from "../../src/state/preferences.svelte";
import { cellIndices, replay } from "../../src/state/rules";
import { memoryStorage } from "../../src/state/storage";
import AtariScreen from "../../src/view/screens/AtariScreen.svelte";
import type { ScreenMove, ScreenProps } from "../../src/view/screens/screenProps";
import FignitionScreen from "../../src/view/screens/FignitionScreen.svelte";
import { NUMBERS, sumsMade } from "../../src/view/screens/magicSquare";
import { museumProgram } from "../../src/view/screens/programs";
import Other1Screen from "../../src/view/screens/Other1Screen.svelte";
import Typewriter from "../../src/view/screens/Typewriter.svelte";
import { boardLines, broken, transcript } from "../../src/view/screens/typewriterText";
import { periodSounds, strikeKey } from "../../src/view/play/moveSounds.svelte";
import { storyParagraphs } from "../../src/view/museum/story";
import documents from "../../../tests/golden/documents.json";
import { board } from "../boards";
import { clear, enter, press, send, show as showComponent } from "./mounted";

const NOTE: MoveNote = { comment: "", reasons: null, sentence: "", marks: {}, remark: "" };

/** The props of a screen after some moves, the notes of the program's moves being the same. */
function screenProps(
  name: string,
  cells: string,
  side: Side,
  note: MoveNote = NOTE,
): ScreenProps & { played: string[] } {
  const geometry = board(name);
  const moves = cellIndices(geometry, cells.split(" ").filter(Boolean));
  const position = replay(geometry, emptyPosition(geometry.cells.length), moves);
  const played: string[] = [];
  return {
    geometry,
    position,
    result: position.result,
    moves: moves.map((cell, index): ScreenMove => {
      const mover = index % 2 === 0 ? "x" : "o";
      return { cell, side: mover, note: mover === side ? note : null };
    }),
    side,
    player: "a-program",
    symbols: null,
    labels: new Map(),
    labelled: false,
    canPlay: position.result === null && position.toMove !== side,
    onlabel: null,
    onplay: (cell) => played.push(geometry.cells[cell] ?? ""),
    onundo: null,
    onnew: null,
    onplayer: null,
    played,
  };
}

function show(screen: Component<ScreenProps & Record<string, unknown>>, props: ScreenProps): HTMLElement {
  return showComponent(screen, { ...props });
}

/** Return all that a screen shows, the texts in dots too. */
function shownText(target: Element): string {
  const inDots = [...target.querySelectorAll<SVGElement>("[data-text]")].map(({ dataset }) => dataset["text"]);
  return [target.textContent, ...inDots].join("\n").replaceAll("\u00a0", " ");
}

test("the television breaks its lines at 32 columns, between words and in longer ones", () => {
  expect(broken("I WAS BEGINNING TO THINK THAT YOU HAD NOTICED IT", 32)).toEqual([
    "I WAS BEGINNING TO THINK THAT",
    "YOU HAD NOTICED IT",
  ]);
  expect(broken("A".repeat(40), 32).map((line) => line.length)).toEqual([32, 8]);
  expect(broken("MY MOVE  222", Infinity)).toEqual(["MY MOVE  222"]);
});

test("the typewriter draws four tiers side by side, and in four dimensions a block below the other", () => {
  const props = screenProps("4x4x4", "111 444 232", "o");
  const linesOf = (...given: Parameters<typeof boardLines>): string[] =>
    boardLines(...given).map((line) => line.map(({ text }) => text).join(""));
  expect(linesOf(props.geometry, props.position.stones, "o")).toEqual([
    " TIER 1  TIER 2  TIER 3  TIER 4",
    "P! ! !   ! ! !   ! ! !   ! ! ! ",
    "-+-+-+- -+-+-+- -+-+-+- -+-+-+-",
    " ! ! !   ! ! !   ! ! !   ! ! ! ",
    "-+-+-+- -+-+-+- -+-+-+- -+-+-+-",
    " ! ! !   !P! !   ! ! !   ! ! ! ",
    "-+-+-+- -+-+-+- -+-+-+- -+-+-+-",
    " ! ! !   ! ! !   ! ! !   ! ! !M",
  ]);
  const four = screenProps("4x4x4x4", "1111 2222", "x");
  const lines = linesOf(four.geometry, four.position.stones, "x");
  expect(lines.filter((line) => line.startsWith("BLOCK"))).toEqual(["BLOCK 1", "BLOCK 2", "BLOCK 3", "BLOCK 4"]);
  expect(lines.every((line) => line.length <= 32)).toBe(true);
  expect(lines.join("").replaceAll(/[^MP]/g, "")).toBe("MP");
});

test("the typewriter types the level of each move of the machine, its remark, and the end", () => {
  const note = { ...NOTE, reasons: { level: 11 }, remark: "I like the view from the diagonal." };
  const props = screenProps("4x4x4", "111 444", "o", note);
  const game = { ...props, machine: "o", first: "x", columns: 32 } as const;
  const lines = transcript(game);
  expect(lines.slice(-5)).toEqual([
    "YOUR MOVE? 111",
    "LEVEL 11",
    "MY MOVE  444",
    "I LIKE THE VIEW FROM THE",
    "DIAGONAL.",
  ]);
  expect(lines).toContain("DO YOU MOVE FIRST? Y");
  expect(lines.every((line) => line.length <= 32 && line === line.toUpperCase())).toBe(true);
  expect(transcript({ ...game, result: { ending: "line", winner: "o" } }).at(-1)).toBe("I WIN");
  expect(transcript({ ...game, result: { ending: "line", winner: "x" } }).at(-1)).toBe("I LOSE");
  expect(transcript({ ...game, result: { ending: "full board", winner: null } }).at(-1)).toBe("A TIE");
});

test("everything that is typed gets an answer, and a cell is played", () => {
  const props = screenProps("4x4x4", "111 444", "o");
  const target = show(Typewriter, props);
  const paper = (): string => target.querySelector('[role="log"]')?.textContent ?? "";
  for (const [text, answer] of [
    ["555", "555? TYPE 3 DIGITS FROM 1 TO 4"],
    ["quit", "QUIT? TYPE 3 DIGITS FROM 1 TO 4"],
    ["444", "444 IS TAKEN BY M"],
    ["undo", "NO MOVE OF YOURS TO TAKE BACK"],
  ] as const) {
    send("form input", text);
    expect(paper()).toContain(answer);
  }
  expect(props.played).toEqual([]);
  // The paper forgets none of the answers.
  expect(paper()).toContain("555? TYPE");
  send("form input", "2 2 2");
  expect(props.played).toEqual(["222"]);
});

test("the paper fills letter by letter, and the switch says who moves first in the next game", () => {
  vi.useFakeTimers();
  const begun: string[] = [];
  const props = { ...screenProps("4x4x4", "", "o"), onnew: (mover: string) => begun.push(mover) };
  const target = show(Typewriter, props);
  const seen = (): string => target.querySelector('[role="log"] [aria-hidden]')?.textContent ?? "";
  const letters: number[] = [];
  for (const pause of [0, 300, 60_000]) {
    vi.advanceTimersByTime(pause);
    flushSync();
    letters.push(seen().length);
  }
  expect(letters.slice(0, 2)).toEqual([0, 10]);
  expect(seen()).toContain("YOU ARE P.");
  send('[autocomplete="off"]', "new");
  target.querySelector<HTMLInputElement>('[role="switch"]')?.click();
  send('[autocomplete="off"]', "new");
  expect(begun).toEqual(["me", "them"]);
});

test("what was typed besides the moves stands where it was typed", () => {
  const props = screenProps("4x4x4", "111 444", "o");
  const asides = [
    { ply: 1, lines: ["AFTER ONE"] },
    { ply: 2, lines: ["AFTER TWO"] },
  ];
  const lines = transcript({ ...props, machine: "o", first: "x", asides, columns: 32 });
  expect(lines.slice(-4)).toEqual(["YOUR MOVE? 111", "AFTER ONE", "MY MOVE  444", "AFTER TWO"]);
});

test.each([
  ["typewriter", Typewriter],
  ["television", Other1Screen],
] as const)("a click on a field of the %s plays its cell, on the board and on a slice", (_, screen) => {
  const props = screenProps("4x4x4", "111 444", "o");
  const target = show(screen, props);
  const click = (cell: string): void => {
    const fields = target.querySelectorAll(`[data-cell="${String(props.geometry.cellNamed(cell))}"]`);
    for (const field of fields) field.dispatchEvent(new PointerEvent("click", { bubbles: true, pointerType: "mouse" }));
  };
  click("122");
  click("111");
  expect(props.played).toEqual(["122"]);
  const named = [...target.querySelectorAll("option")].find(({ text }) => text === "tier 1");
  enter("select", named?.value ?? "");
  expect(target.querySelectorAll("rect.slice")).toHaveLength(16);
  click("122");
  expect(props.played).toEqual(["122", "122", "122"]);
});

test("the television has 16 lines: the board, the last words, and what is typed", () => {
  const target = show(Other1Screen, screenProps("4x4x4", "111 444", "o", { ...NOTE, reasons: { level: 11 } }));
  const paths = [...target.querySelectorAll<SVGPathElement>("[data-text]")];
  const tops = new Set(paths.map((path) => Number(path.getAttribute("d")?.match(/^M\S+ (\d+)/)?.[1] ?? 0)));
  expect(Math.max(...tops)).toBeLessThan(16 * 12);
  const words = paths.map(({ dataset }) => dataset["text"] ?? "").filter((text) => text.length > 7);
  expect(words.slice(-3)).toEqual(["LEVEL 11", "MY MOVE  444", "YOUR MOVE? _"]);
});

test("a finger's choice of a small cell of the Atari is confirmed, that of a mouse is played at once", () => {
  const props = screenProps("4x4x4", "111 444", "o");
  const target = show(AtariScreen, props);
  const choose = (name: string, pointerType: string): void => {
    const cell = target.querySelector(`[data-cell="${String(props.geometry.cellNamed(name))}"]`);
    cell?.dispatchEvent(new PointerEvent("click", { bubbles: true, pointerType }));
    flushSync();
  };
  choose("222", "touch");
  expect(props.played).toEqual([]);
  press("Not there");
  expect(target.querySelector('[aria-label="Confirm the move"]')).toBeNull();
  choose("222", "touch");
  press("Play 222");
  choose("333", "mouse");
  expect(props.played).toEqual(["222", "333"]);
});

test.each(["x", "o"] as const)("the Atari's C is the computer's and its H the human's, if it plays %s", (side) => {
  const target = show(AtariScreen, screenProps("4x4x4", "111 444", side));
  const fills = (text: string): (string | null)[] =>
    [...target.querySelectorAll(`[data-text="${text}"]`)].map((path) => path.getAttribute("fill"));
  expect([fills("C_"), fills("H_")]).toEqual([["#f00"], ["#00f"]]);
  const first = target.querySelector('[data-cell="0"]');
  expect(first?.querySelector(`[data-text="${side === "x" ? "C_" : "H_"}"]`)).not.toBeNull();
  expect(first?.getAttribute("aria-label")).toBe(`tier 1, row 1, column 1, ${side === "x" ? "C" : "H"}`);
  expect(target.querySelectorAll('[role="grid"] > [role="row"] > [role="gridcell"]')).toHaveLength(64);
});

test("the Atari's squares stand where its listing prints them, eight dots a character, and none covers another", () => {
  const target = show(AtariScreen, screenProps("4x4x4", "", "x"));
  // By lines 870 to 890 of the listing, for square s from 1; a hit reaches from half of its first character on.
  const printed = Array.from({ length: 64 }, (_, square) => {
    const tier = Math.floor(square / 16);
    const within = square - tier * 16 + 1;
    const row = Math.floor((within - 1) / 4);
    return { x: (4 - tier) * 4 + row + (within - row * 4) * 3 - 2, y: tier * 4 + 3 + row - 2 };
  });
  const [left, top] = [2, 23];
  const drawn = [...target.querySelectorAll("rect.focus")].map((rect) => ({
    x: (Number(rect.getAttribute("x")) - left - 4) / 8,
    y: (Number(rect.getAttribute("y")) - top) / 8,
  }));
  expect(drawn).toEqual(printed);
  expect(target.querySelectorAll('[data-text="\\\\  \\\\"], [data-text="__"]')).toHaveLength(128);
  // The picture is that of a tube of 4 to 3, and its 320 by 200 dots fill all but a border of equal share.
  const [x = 0, y = 0, width = 0, height = 0] =
    target.querySelector("svg")?.getAttribute("viewBox")?.split(" ").map(Number) ?? [];
  expect([width / height, x / y]).toEqual([4 / 3, 4 / 3]);
  const scale = /scale\((\S+) (\S+)\)/.exec(target.querySelector("svg > g")?.getAttribute("transform") ?? "");
  expect([320 * Number(scale?.[1]), 200 * Number(scale?.[2])]).toEqual([width + 2 * x, height + 2 * y]);
});

test("a slider gives the Atari another weight and keeps its other options", () => {
  const chosen: string[] = [];
  const props = { ...screenProps("4x4x4", "", "x"), player: "atari-st:preset=cautious,listing=printed" };
  const target = show(AtariScreen, { ...props, onplayer: (player: string) => chosen.push(player) });
  const outputs = [...target.querySelectorAll("output")].map(({ textContent }) => textContent);
  expect(outputs).toEqual(["33", "7", "4", "77", "6", "1"]);
  enter('input[type="range"]', "40");
  expect(chosen).toEqual(["atari-st:listing=printed,hhh=40,hh=7,h=4"]);
});

/** Return the lines of the FIGnition's screen. */
function videoLines(target: Element): string[] {
  return [...target.querySelectorAll<SVGElement>("svg [data-text]")].map(
    ({ dataset }) => dataset["text"]?.trim() ?? "",
  );
}

test("the FIGnition shows a ring of numbers, and a free number plays its square", () => {
  const props = screenProps("3x3", "22 11 12", "x");
  const target = show(FignitionScreen, props);
  expect(videoLines(target)).toEqual(["O|X|3", "-+-+-", "8|X|4", "-+-+-", "7|6|5"]);
  const keys = [...target.querySelectorAll(".keys button")];
  expect(keys).toHaveLength(8);
  for (const key of keys) key.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  expect(props.played).toEqual(["13", "23", "33", "32", "31", "21"]);
  for (const key of ["9", "0", "a", "2", "6"]) {
    keys[0]?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  }
  expect(props.played.slice(6)).toEqual(["32"]);
});

test("the FIGnition's second version fills the screen, takes the centre from a person, and lets the other side begin", () => {
  const begun: string[] = [];
  const player = "fignition:version=2";
  const props = { ...screenProps("3x3", "11", "x"), player, canPlay: true, side: "o" as const };
  const target = show(FignitionScreen, props);
  expect(videoLines(target).join("")).toBe("X23804765");
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "0", bubbles: true }));
  expect(props.played).toEqual(["22"]);
  clear();
  const over = {
    ...screenProps("3x3", "22 11 33 32 13 23 31", "o"),
    player,
    onnew: (mover: string) => begun.push(mover),
  };
  expect(shownText(show(FignitionScreen, over))).toContain("YOU WIN!");
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
  expect(begun).toEqual(["them"]);
  expect(playerText(player)).toBe("FIGnition, second version (ours)");
  expect(museumProgram(player)?.screen.ours).toContain("All of it is ours");
  expect(museumProgram(player)?.alwaysStarts).toBeUndefined();
});

test.each([
  ["22 11 12 13 32", { ending: "line", winner: "x" }, "O|X|OI WIN!"],
  ["22 23 33 12", { ending: "illegal move", winner: "o" }, "1|O|3I WIN!"],
  ["22 11 12 32 13 31 21 23 33", { ending: "full board", winner: null }, "O|X|XDRAW!"],
] as const)(
  "the FIGnition says how %s ended, beside its first line, and any key begins another game",
  (cells, result, line) => {
    const begun: string[] = [];
    const target = show(FignitionScreen, {
      ...screenProps("3x3", cells, "x"),
      result,
      canPlay: false,
      onnew: (mover) => begun.push(mover),
    });
    expect(videoLines(target)[0]).toBe(line);
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Tab", bubbles: true }));
    expect(begun).toEqual([]);
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
    expect(begun).toEqual(["them"]);
  },
);

test.each([
  ["111 444", "o", null, "Move # 3", "person"],
  ["", "x", null, "Move # 1", "computer"],
  ["111 444 222", "o", { ending: "resigned", winner: "o" }, "Move # 3", "computer won"],
  ["111 444 222", "o", { ending: "resigned", winner: "x" }, "Move # 3", "person won"],
  ["111 444 222", "o", { ending: "draw by its own rules", winner: null }, "Move # 4", "draw"],
] as const)(
  "the Atari counts the move whose turn it is, and has the messages of its listing: %s, %s, %s",
  (cells, side, result, text, message) => {
    const target = show(AtariScreen, { ...screenProps("4x4x4", cells, side), result, onnew: () => undefined });
    const messages = documents.messages["atari-st"];
    const lines = shownText(target)
      .split("\n")
      .map((line) => line.trim());
    expect(lines).toEqual(expect.arrayContaining([text, messages[message]]));
    expect(lines.includes(messages.over)).toBe(result !== null);
  },
);

test("while the Atari's screen is shown, its moves sound as its listing has them, and a picture is silent", () => {
  show(AtariScreen, { ...screenProps("4x4x4", "", "o"), still: true });
  expect(periodSounds.notes).toBeNull();
  clear();
  show(AtariScreen, screenProps("4x4x4", "", "o"));
  const sounded = (["o", "x"] as const).map((mover) => periodSounds.notes?.(mover, false).length);
  expect([...sounded, periodSounds.notes?.("x", true).length]).toEqual([8, 0, 1]);
  clear();
  flushSync();
  expect(periodSounds.notes).toBeNull();
});

test("the keys of the typewriter sound, unless sounds are off", () => {
  const struck: number[] = [];
  class Silence {
    currentTime = 0;
    destination = null;
    createGain = () => ({
      gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
      connect: () => undefined,
    });
    createOscillator = () => ({
      frequency: { value: 0 },
      connect: (volume: unknown) => volume,
      start: (at: number) => struck.push(at),
      stop: () => undefined,
    });
  }
  vi.stubGlobal("AudioContext", Silence);
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true } });
  const { sound } = preferences.all;
  for (const on of [true, false]) {
    preferences.change({ sound: on });
    strikeKey(false);
    expect(struck).toHaveLength(1);
  }
  preferences.change({ sound });
});

test("a picture of a screen has its stones, and nothing to press", () => {
  for (const [screen, name, cells, marks] of [
    [AtariScreen, "4x4x4", "111 444", "H C"],
    [FignitionScreen, "3x3", "22 11", "X O"],
    [Typewriter, "4x4x4", "111 444", "P M"],
  ] as const) {
    const target = show(screen, { ...screenProps(name, cells, name === "3x3" ? "x" : "o"), still: true });
    for (const mark of marks.split(" ")) expect(shownText(target)).toContain(mark);
    expect(target.querySelectorAll("button, input, select")).toHaveLength(0);
    clear();
  }
});

test("three numbers of the magic square add up to 15 on every line, and on no other three cells", () => {
  // Only eight sets of three different numbers up to 9 have this sum.
  const sums = board("3x3").lines.map((line) => line.reduce((sum, cell) => sum + (NUMBERS[cell] ?? 0), 0));
  expect([...sums, new Set(NUMBERS).size]).toEqual([...Array<number>(8).fill(15), 9]);
  expect(sumsMade(8, [2, 5], [9])).toEqual(["8 + 2 + 5 = 15"]);
  expect(sumsMade(6, [2], [5])).toEqual(["6 + 2 = 8, needs 7"]);
  expect(sumsMade(8, [2], [5])).toEqual([]);
});

test("a story has paragraphs, emphasis and code, and nothing in it becomes markup", () => {
  expect(storyParagraphs("Once *upon* a `time`,\nthere was <b>.\n\nThe end.")).toEqual([
    [
      { kind: "text", text: "Once " },
      { kind: "emphasis", text: "upon" },
      { kind: "text", text: " a " },
      { kind: "code", text: "time" },
      { kind: "text", text: ", there was <b>." },
    ],
    [{ kind: "text", text: "The end." }],
  ]);
});

test("a game remembers whether it shows its screen, and a broken store shows none", () => {
  const storage = memoryStorage();
  expect(showsScreen(storage, "a")).toBe(false);
  storeScreen(storage, "a", true);
  storeScreen(storage, "b", true);
  storeScreen(storage, "a", false);
  expect([showsScreen(storage, "a"), showsScreen(storage, "b")]).toEqual([false, true]);
  storage.setItem("hyperoxo.faces", '{"b": 1}');
  expect(showsScreen(storage, "b")).toBe(false);
});
