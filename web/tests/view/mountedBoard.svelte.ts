/** A board in a document, for tests: shown, looked at and used as a person would, without a browser. */

import { flushSync, tick } from "svelte";

import type { Stone } from "../../src/state/geometry";
import Board from "../../src/view/board/Board.svelte";
import { DEFAULT_VIEWS, type BoardProps } from "../../src/view/board/boardProps";
import type { BoardCommand } from "../../src/view/board/keyboard";
import { board } from "../boards";
import { show } from "./mounted";

/** A board that is shown. */
export interface MountedBoard {
  /** What it is given; changes show. */
  readonly props: BoardProps & { cursor: number };
  /** The names of the cells that were to be played, in order. */
  readonly played: string[];
  /** The commands that were asked for, in order. */
  readonly commands: BoardCommand[];
  /** Return the only element that a selector finds. */
  readonly one: (selector: string) => Element;
  readonly all: (selector: string) => Element[];
  /** Return a cell, in the planes unless another view is named. */
  readonly cell: (name: string, region?: string) => HTMLElement;
  readonly click: (element: Element) => void;
  /** Press a key where the focus is. */
  readonly press: (key: string, held?: Partial<KeyboardEventInit>) => Promise<void>;
  /** Return the name of the cell that has the focus, or null. */
  readonly focused: () => string | null;
  /** What the screen reader is to say. */
  readonly spoken: () => string;
}

/** Give every element of the document a width, which in jsdom none has. */
export function pretendWidth(pixels: number): void {
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => pixels });
}

/** Wait until what was changed is shown and the focus has followed it. */
export async function settled(): Promise<void> {
  await tick();
  await tick();
}

/** Show a board, with the stones that are drawn: cells in index order, `.` for empty, blanks for nothing. */
export function showBoard(name: string, drawing = "", given: Partial<BoardProps> = {}): MountedBoard {
  const geometry = board(name);
  const signs = drawing.replaceAll(/\s/g, "");
  const stones = geometry.cells.map((_, cell): Stone => {
    const sign = signs[cell];
    return sign === "x" || sign === "o" ? sign : null;
  });
  const played: string[] = [];
  const commands: BoardCommand[] = [];
  const props: BoardProps & { cursor: number } = $state({
    geometry,
    stones,
    toMove: "x",
    interactive: true,
    confirm: false,
    cursor: 0,
    views: DEFAULT_VIEWS,
    typing: true,
    onplay: (cell) => played.push(geometry.cells[cell] ?? ""),
    oncommand: (command) => commands.push(command),
    ...given,
  });
  const target = show(Board, props);
  const all = (selector: string): Element[] => [...target.querySelectorAll(selector)];
  const one = (selector: string): Element => {
    const found = all(selector);
    if (found.length !== 1 || found[0] === undefined) throw new Error(`${selector}: ${String(found.length)} found`);
    return found[0];
  };
  return {
    props,
    played,
    commands,
    one,
    all,
    cell: (called, region = "planes") => {
      const index = geometry.cellNamed(called);
      return one(`[data-region="${region}"] [data-cell="${String(index)}"]`) as HTMLElement;
    },
    click: (element) => {
      element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
      flushSync();
    },
    press: async (key, held = {}) => {
      const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...held });
      document.activeElement?.dispatchEvent(event);
      await settled();
    },
    focused: () => {
      const cell = document.activeElement?.getAttribute("data-cell");
      return cell == null ? null : (geometry.cells[Number(cell)] ?? null);
    },
    spoken: () => one('[role="status"]').textContent,
  };
}
