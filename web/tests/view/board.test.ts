import { beforeEach, describe, expect, test, vi } from "vitest";

import { flushSync } from "svelte";

import { fullLines } from "../../src/state/rules";
import { rings } from "../../src/state/threats";
import { DEFAULT_VIEWS } from "../../src/view/board/boardProps";
import { clear, send } from "./mounted";
import { pretendWidth, settled, showBoard, type MountedBoard } from "./mountedBoard.svelte";

beforeEach(() => {
  pretendWidth(1200);
});

describe("for the screen reader", () => {
  test("each plane is a grid of rows of cells, and the stack beside them is silent", () => {
    const { all } = showBoard("4x4x4");
    expect(all('[role="grid"]').map((grid) => grid.getAttribute("aria-label"))).toEqual([
      "tier 1",
      "tier 2",
      "tier 3",
      "tier 4",
    ]);
    expect(all('[role="grid"] > [role="row"]')).toHaveLength(16);
    expect(all('[role="grid"] > [role="row"] > [role="gridcell"]')).toHaveLength(64);
    expect(all('[role="gridcell"]')).toHaveLength(64);
    expect(all('[data-region="stack"]').map((stack) => stack.getAttribute("aria-hidden"))).toEqual(["true"]);
    expect(all('[data-region="stack"] [tabindex]')).toHaveLength(0);
  });

  test("a stack alone is grids of rows of cells itself", () => {
    const { all, cell } = showBoard("3x3x3", "", {
      views: { planes: false, stack: true, sliceAxis: 0, plane: null, yaw: 0 },
    });
    expect(all('[role="grid"]').map((grid) => grid.getAttribute("aria-label"))).toEqual(["tier 1", "tier 2", "tier 3"]);
    expect(all('[role="grid"] > [role="row"] > [role="gridcell"]')).toHaveLength(27);
    expect(cell("231", "stack").getAttribute("aria-label")).toBe("tier 2, row 3, column 1, empty");
  });

  test("a cell says where it is, what stands there, and who threatens", () => {
    const drawing = "x x . o o . . . .";
    const { props, cell } = showBoard("3x3", drawing, { lastMove: 4 });
    Object.assign(props, { rings: rings(props.geometry, props.stones, "x") });
    flushSync();
    expect(cell("11").getAttribute("aria-label")).toBe("row 1, column 1, X");
    expect(cell("22").getAttribute("aria-label")).toBe("row 2, column 2, O, last move");
    expect(cell("13").getAttribute("aria-label")).toBe("row 1, column 3, empty, X threatens");
    expect(cell("23").getAttribute("aria-label")).toBe("row 2, column 3, empty, O threatens");
    expect(cell("33").getAttribute("aria-label")).toBe("row 3, column 3, empty");
  });

  test("a guess is never spoken or written like a proved label", () => {
    const { cell } = showBoard("3x3", "", {
      labels: new Map([
        [0, { text: "W3", kind: "proved" }],
        [1, { text: "~40", kind: "heuristic" }],
        [2, { text: "33", kind: "points", spoken: "33 points" }],
        [3, { text: "12", kind: "points" }],
      ]),
    });
    expect(cell("11").getAttribute("aria-label")).toBe("row 1, column 1, empty, W3");
    expect(cell("12").getAttribute("aria-label")).toBe("row 1, column 2, empty, estimate ~40");
    expect(cell("13").getAttribute("aria-label")).toBe("row 1, column 3, empty, 33 points");
    expect(cell("21").getAttribute("aria-label")).toBe("row 2, column 1, empty, 12");
    expect(["11", "12", "13"].map((name) => cell(name).textContent.trim())).toEqual(["W3", "~40", "33"]);
    expect(cell("12").querySelector("text.heuristic")).not.toBeNull();
  });

  test("one polite region announces moves, whose turn it is and the end", () => {
    const { props, spoken, all, cell } = showBoard("3x3", "x..", { lastMove: 0, toMove: "o" });
    expect(all("[aria-live]")).toHaveLength(1);
    expect(spoken()).toBe("X on row 1, column 1. O to move.");
    const stones = props.stones.with(1, "x").with(2, "x");
    Object.assign(props, { stones, lastMove: 2, toMove: null, wins: fullLines(props.geometry, stones) });
    flushSync();
    expect(spoken()).toBe("X on row 1, column 3. X wins with 11 12 13.");
    expect(cell("12").getAttribute("aria-label")).toBe("row 1, column 2, X, in a full line");
    Object.assign(props, { announcement: "The game is over." });
    flushSync();
    expect(spoken()).toBe("X on row 1, column 3. X wins with 11 12 13. The game is over.");
  });

  test("the stones of a museum program have its signs as names", () => {
    const { cell } = showBoard("3x3", "xo.", { symbols: { x: "H", o: "C" } });
    expect(cell("11").getAttribute("aria-label")).toBe("row 1, column 1, H");
    expect(cell("12").textContent.trim()).toBe("C");
  });
});

describe("by keyboard", () => {
  test("the tab key stops at one cell, the cursor", () => {
    const { all, cell, props } = showBoard("4x4x4");
    const stops = (): Element[] => all('[role="gridcell"][tabindex="0"]');
    expect(stops()).toEqual([cell("111")]);
    props.cursor = 21;
    flushSync();
    expect(stops()).toEqual([cell("222")]);
  });

  test("arrows walk within a plane and stop at its border; Home and End go to it", async () => {
    const { cell, press, focused, props } = showBoard("4x4x4");
    cell("231").focus();
    const walked: (string | null)[] = [];
    for (const key of ["ArrowRight", "ArrowDown", "ArrowDown", "End", "ArrowRight", "ArrowUp", "Home", "ArrowLeft"]) {
      await press(key);
      walked.push(focused());
    }
    expect(walked).toEqual(["232", "242", "242", "244", "244", "234", "231", "231"]);
    expect(props.cursor).toBe(props.geometry.cellNamed("231"));
  });

  test("PgUp and PgDn go between planes, with Shift along the fourth axis", async () => {
    const { cell, press, focused } = showBoard("3x3x3x3");
    cell("1111").focus();
    const walked: (string | null)[] = [];
    for (const [key, shiftKey] of [
      ["PageDown", false],
      ["PageDown", true],
      ["PageUp", false],
      ["PageUp", false],
      ["PageDown", true],
      ["PageDown", true],
    ] as const) {
      await press(key, { shiftKey });
      walked.push(focused());
    }
    expect(walked).toEqual(["1211", "2211", "2111", "2111", "3111", "3111"]);
  });

  test("planes and arrow keys follow the slice axis", async () => {
    const { cell, press, focused } = showBoard("4x4x4", "", {
      views: { planes: true, stack: false, sliceAxis: 2, plane: null, yaw: 0 },
    });
    cell("231").focus();
    await press("ArrowDown");
    expect(focused()).toBe("331");
    await press("ArrowRight");
    expect(focused()).toBe("341");
    await press("PageDown");
    expect(focused()).toBe("342");
  });

  test("a digit goes to the field for cells", async () => {
    const { cell, one, press } = showBoard("4x4x4", "", { onplay: () => undefined });
    cell("111").focus();
    await press("2");
    expect(document.activeElement).toBe(one("form input"));
  });

  test("Enter and the space bar play, but not on a stone or after the game", async () => {
    const { cell, press, played, props } = showBoard("3x3", "xo.");
    cell("13").focus();
    await press("Enter");
    await press(" ");
    expect(played).toEqual(["13", "13"]);
    await press("ArrowLeft");
    await press("Enter");
    Object.assign(props, { interactive: false });
    await press("ArrowDown");
    await press("Enter");
    expect(played).toEqual(["13", "13"]);
  });

  test("letters are commands while a cell has the focus, and only then", async () => {
    const { cell, press, one, commands } = showBoard("3x3", "x", { lastMove: 0 });
    cell("22").focus();
    for (const key of ["u", "r", "[", "]", "t", "x", "v", "?"]) await press(key);
    await press("u", { ctrlKey: true });
    await press("q");
    const all = ["undo", "redo", "back", "forward", "threats", "lines", "value", "help"];
    expect(commands).toEqual(all);
    (one("input") as HTMLInputElement).focus();
    await press("u");
    expect(commands).toEqual(all);
  });

  test("l goes to the last move", async () => {
    const { cell, press, focused, commands } = showBoard("3x3", ". . . . . x", { lastMove: 5 });
    cell("11").focus();
    await press("l");
    expect(focused()).toBe("23");
    expect(commands).toEqual(["last"]);
  });

  test("a cursor that is moved from outside takes the focus along", async () => {
    const { cell, props, focused } = showBoard("3x3");
    cell("11").focus();
    props.cursor = 8;
    await settled();
    expect(focused()).toBe("33");
  });

  test("the arrow keys move within a single plane as it is drawn", async () => {
    const diagonal = { planes: true, stack: true, sliceAxis: 0, plane: 12, yaw: 0 };
    const { one, cell, press, focused } = showBoard("4x4x4", "", { views: diagonal });
    expect(one('[data-region="picked"] [role="grid"]').getAttribute("aria-label")).toBe("tier = row");
    cell("111", "picked").focus();
    await press("ArrowDown");
    await press("ArrowRight");
    expect(focused()).toBe("222");
    expect(document.activeElement?.closest("[data-region]")?.getAttribute("data-region")).toBe("picked");
  });
});

describe("by pointer", () => {
  test("a tap plays, in the planes and in the stack alike", () => {
    const { cell, click, played } = showBoard("4x4x4", "x");
    click(cell("231"));
    click(cell("332", "stack"));
    click(cell("111"));
    expect(played).toEqual(["231", "332"]);
  });

  test("a move to confirm waits for a second tap or the button", () => {
    const { cell, click, played, one, all, spoken } = showBoard("3x3", "", { confirm: true });
    click(cell("22"));
    expect(played).toEqual([]);
    expect(spoken()).toBe("row 2, column 2: play? Enter plays it, Escape cancels. X to move.");
    click(cell("33"));
    expect(played).toEqual([]);
    click(cell("33"));
    expect(played).toEqual(["33"]);
    click(cell("11"));
    click(one(".confirm button:first-of-type"));
    expect(played).toEqual(["33", "11"]);
    expect(all(".confirm")).toEqual([]);
  });

  test("Enter asks for confirmation too, and Escape cancels", async () => {
    const { cell, press, played, all } = showBoard("3x3", "", { confirm: true });
    cell("22").focus();
    await press("Enter");
    expect(all(".confirm")).toHaveLength(1);
    await press("Escape");
    expect(all(".confirm")).toHaveLength(0);
    await press("Enter");
    await press("Enter");
    expect(played).toEqual(["22"]);
  });

  test.each([
    [320, ["asked"]],
    [1200, ["232", "played"]],
  ])("at %i pixels, 4x4x4 is asked about only if its cells are under 40 pixels", (width, happened) => {
    pretendWidth(width);
    const { cell, click, played, all } = showBoard("4x4x4", "", { confirm: "auto" });
    click(cell("232"));
    expect([...played, all(".confirm").length > 0 ? "asked" : "played"]).toEqual(happened);
  });

  test("a move to confirm is dropped once it cannot be played", () => {
    const { cell, click, props, all } = showBoard("3x3", "", { confirm: true });
    click(cell("22"));
    Object.assign(props, { toMove: null });
    flushSync();
    expect(all(".confirm")).toHaveLength(0);
  });
});

describe("a question about a move", () => {
  const warning = (cell: number) => (cell === 4 ? { text: "O wins at 33. Play 22 anyway?", cells: [8] } : null);

  test("is asked once, spoken, and answered by keys or buttons; other moves are played", async () => {
    const { cell, click, press, played, one, all, spoken } = showBoard("3x3", "", { warning });
    click(cell("11"));
    cell("22").focus();
    await press("Enter");
    expect([played, spoken()]).toEqual([
      ["11"],
      "O wins at 33. Play 22 anyway? Enter plays it, Escape cancels. X to move.",
    ]);
    await press("Escape");
    expect(all(".confirm")).toEqual([]);
    click(cell("22"));
    expect(one(".confirm p").textContent).toBe("O wins at 33. Play 22 anyway?");
    click(one(".confirm button:first-of-type"));
    await settled();
    expect([all(".confirm"), document.activeElement]).toEqual([[], cell("22")]);
    click(cell("22"));
    click(one(".confirm button:last-of-type"));
    expect(played).toEqual(["11", "22"]);
  });
});

describe("typing a cell's name", () => {
  function type(board: MountedBoard, text: string): void {
    board.props.typing = true;
    flushSync();
    send("form input", text);
  }

  test("plays there and moves the cursor", () => {
    const board = showBoard("4x4x4");
    type(board, "2 3 1");
    expect(board.played).toEqual(["231"]);
    expect(board.props.cursor).toBe(board.props.geometry.cellNamed("231"));
  });

  test("is there only where a stone can ever be placed", () => {
    expect(showBoard("3x3", "", { interactive: false }).all("form")).toHaveLength(1);
    clear();
    expect(showBoard("3x3", "", { interactive: false, onplay: undefined }).all("form")).toHaveLength(0);
  });

  test("says why a name is refused", () => {
    const board = showBoard("4x4x4");
    type(board, "235");
    expect(board.played).toEqual([]);
    const reason = "235 is not a cell of 4x4x4; its cells are 111 to 444";
    expect(board.one("form .refused").textContent).toBe(reason);
    expect(board.spoken()).toBe(`${reason}. X to move.`);
    type(board, "234");
    expect(board.all("form .refused")).toEqual([]);
    expect(board.played).toEqual(["234"]);
  });

  test("asks for a cell if none is typed, until a move is made", () => {
    const board = showBoard("4x4x4");
    type(board, " ");
    expect(board.one("form .refused").textContent).toBe("Type a cell first, such as 222");
    Object.assign(board.props, { stones: board.props.stones.with(0, "x") });
    flushSync();
    expect(board.all("form .refused")).toEqual([]);
    expect(board.played).toEqual([]);
  });

  test("asks about one cell while a click asks, and plays none", () => {
    const asked: number[] = [];
    const board = showBoard("4x4x4", "", { asking: true, onask: (cell) => asked.push(cell) });
    expect(board.one("form button").textContent).toBe("Ask");
    type(board, "222 333");
    expect(board.one("form .refused").textContent).toBe("Type one cell to ask about");
    type(board, "222");
    expect(asked).toEqual([board.props.geometry.cellNamed("222")]);
    expect(board.played).toEqual([]);
  });

  test("plays several in order, even where each click is confirmed", async () => {
    const board = showBoard("4x4x4", "", { confirm: true });
    type(board, "111,222 333");
    await settled();
    await settled();
    expect(board.played).toEqual(["111", "222", "333"]);
    expect(board.props.cursor).toBe(board.props.geometry.cellNamed("333"));
  });

  test("stops at a cell with a question, where the focus waits for the answer", async () => {
    const board = showBoard("3x3", "", {
      warning: (cell) => (cell === 4 ? { text: "Play anyway?", cells: [] } : null),
    });
    type(board, "11 22 33");
    await settled();
    await settled();
    expect([board.played, board.all(".confirm").length]).toEqual([["11"], 1]);
    await board.press("Escape");
    type(board, "22");
    await settled();
    expect([board.focused(), board.played]).toEqual(["22", ["11"]]);
  });

  test("says which of several cannot be played, and plays none after it", async () => {
    const board = showBoard("3x3", "x . . / . . . / . . .".replaceAll("/", ""));
    type(board, "22,11,33");
    await settled();
    await settled();
    expect(board.played).toEqual(["22"]);
    expect(board.one("form .refused").textContent).toBe("11 cannot be played now");
  });
});

test("views are chosen one by one, and one is always shown", () => {
  const { one, click, props } = showBoard("3x3x3");
  const chosen = (): (boolean | undefined)[] => [props.views?.planes, props.views?.stack];
  const [planes, both, stack] = [...one(".choice").children];
  if (planes === undefined || both === undefined || stack === undefined) throw new Error("three buttons choose a view");
  click(stack);
  expect(chosen()).toEqual([false, true]);
  click(planes);
  expect(chosen()).toEqual([true, false]);
  click(both);
  expect(chosen()).toEqual([true, true]);
  click(both);
  expect(chosen()).toEqual([true, true]);
});

describe("of many dimensions", () => {
  /** The planes as buttons: a map, or a row of stacks. */
  const MAP = ':is(.map, [data-region="overview"])';
  const enlarged = (): string =>
    Array.from(document.querySelectorAll('[role="grid"]'), (grid) => grid.getAttribute("aria-label")).join(" and ");

  async function moveTo({ props }: MountedBoard, name: string): Promise<void> {
    Object.assign(props, { lastMove: props.geometry.cellNamed(name) });
    await settled();
  }

  test.each([true, false])("4x4x4x4 is sixteen grids if planes or stacks are shown; planes: %s", (planes) => {
    const { all } = showBoard("4x4x4x4", "", { views: { ...DEFAULT_VIEWS, planes, stack: !planes } });
    expect(all('[role="grid"]')).toHaveLength(16);
    expect(all(".map")).toHaveLength(0);
  });

  test.each([320, 1200])("in %i pixels, 4x4x4x4 is a map with one plane enlarged", async (width) => {
    pretendWidth(width);
    const { all, click, press, cell, focused, one } = showBoard("4x4x4x4");
    expect(all('[role="grid"]').map((grid) => grid.getAttribute("aria-label"))).toEqual(["block 1, tier 1"]);
    expect(all(`${MAP} [role=button]`)).toHaveLength(16);
    click(all(`${MAP} [role=button]`)[6] ?? document.body);
    expect(one('[role="grid"]').getAttribute("aria-label")).toBe("block 2, tier 3");
    cell("2311").focus();
    await press("PageDown");
    expect(focused()).toBe("2411");
    expect(one(`${MAP} [aria-current="true"]`).getAttribute("aria-label")).toBe("block 2, tier 4, 0 stones");
  });

  test.each([320, 1200])(
    "in %i pixels, the enlarged plane follows moves until a person chooses another",
    async (width) => {
      pretendWidth(width);
      const shown = showBoard("4x4x4x4", "", { lastMove: 170 });
      const { all, click, one, props, played } = shown;
      const current = () => one(`${MAP} [aria-current="true"]`).getAttribute("aria-label");
      expect(props.geometry.cells[170]).toBe("3333");
      expect([enlarged(), current()]).toEqual(["block 3, tier 3", "block 3, tier 3, 0 stones"]);
      await moveTo(shown, "2411");
      expect(enlarged()).toBe("block 2, tier 4");

      // The first plane holds the cursor, which has not moved: it can be chosen nevertheless.
      click(all(`${MAP} [role=button]`)[0] ?? document.body);
      expect([enlarged(), current()]).toEqual(["block 1, tier 1", "block 1, tier 1, 0 stones"]);
      await moveTo(shown, "4444");
      expect(enlarged()).toBe("block 4, tier 4");
      expect(played).toEqual([]);
    },
  );

  test("it changes under no pointer, except for a win, and no click is played that may be meant for the one before", async () => {
    const toFake = [
      "setTimeout",
      "clearTimeout",
      "requestAnimationFrame",
      "cancelAnimationFrame",
      "performance",
    ] as const;
    vi.useFakeTimers({ toFake: [...toFake] });
    const shown = showBoard("4x4x4x4", "", { lastMove: 170 });
    const { all, cell, click, props, one, played } = shown;
    const send = (to: Element, kind = "pointerover") => {
      to.dispatchEvent(new MouseEvent(kind, { bubbles: true }));
      vi.advanceTimersByTime(1);
      flushSync();
    };
    // The pointer only looks at a tier, and a move meanwhile changes nothing.
    send(cell("1411", "overview"));
    expect(enlarged()).toBe("block 1, tier 4");
    await moveTo(shown, "2411");
    expect(enlarged()).toBe("block 1, tier 4");
    send(one(".choice"));
    expect(enlarged()).toBe("block 3, tier 3");
    click(cell("3311"));
    expect([played, all(".asking")]).toEqual([[], [expect.anything()]]);
    // A click keeps it, and plays nowhere.
    send(cell("1411", "overview"));
    click(cell("1411", "overview"));
    send(one(".choice"));
    expect([enlarged(), played]).toEqual(["block 1, tier 4", []]);
    click(cell("1422"));
    expect(played).toEqual(["1422"]);
    // It follows once the pointer has left the board.
    send(one(".board"), "pointerleave");
    await moveTo(shown, "3344");
    expect(enlarged()).toBe("block 3, tier 3");
    click(cell("3322"));
    expect(played).toEqual(["1422"]);
    vi.advanceTimersByTime(1000);
    click(cell("3311"));
    expect(played).toEqual(["1422", "3311"]);
    send(cell("1411", "overview"));
    Object.assign(props, { wins: [["1111", "2222", "3333", "4444"].map((name) => props.geometry.cellNamed(name))] });
    await moveTo(shown, "4444");
    vi.advanceTimersByTime(50);
    flushSync();
    expect(enlarged()).toBe("block 4, tier 4");
  });

  test.each(["9:3", "3x3", "16x16:5", "3x4x5:3", "3x3x3x3x3", "2x2x2x2x2x2x2:2"])("%s is shown whole", (name) => {
    pretendWidth(2000);
    const { all, props } = showBoard(name);
    expect(all('[data-region="planes"] [role="gridcell"]')).toHaveLength(props.geometry.cells.length);
  });
});
