/**
 * What the page knows of the museum's programs beside the server's tables: the period screen, the colours of the marks, and the
 * names of the numbers that a program gives to cells.
 */

import type { Component } from "svelte";

import type { Side, Symbols } from "../../state/geometry";
import { isSecondFignition, readPlayerName } from "../../state/playerNames";
import type { ScreenProps } from "./screenProps";

export interface PeriodScreen {
  /** What it is called on a button. */
  readonly title: string;
  readonly boards: readonly string[];
  /** What of it is from the document, and what is ours. */
  readonly ours: string;
  /** The marks by seat, if they are not those of the player. */
  readonly symbols?: Symbols;
  /** Whether two people can play on it, as its document describes. */
  readonly isForTwo?: boolean;
  /** The side whose marks are red by seat. */
  readonly redSide?: Side;
  /** Width and height of its screen without controls, as the CSS property `aspect-ratio` takes them. */
  readonly shape: string;
  readonly load: () => Promise<{ default: Component<ScreenProps & Record<string, unknown>> }>;
  /** The screens of other machines that the program ran on. */
  readonly others?: readonly PeriodScreen[];
}

export interface MuseumProgram {
  readonly alwaysStarts?: boolean;
  readonly drawsLots?: boolean;
  /** Return what a screen reader says for the text that the program gave to a cell. */
  readonly spokenMark: (text: string) => string;
  /** Whether its own marks are red and its opponent's blue, whichever side it plays. */
  readonly isRed?: boolean;
  /** The marks of its own and of its opponent's stones on its screen, where they do not depend on the seat. */
  readonly marks?: readonly [own: string, other: string];
  readonly screen: PeriodScreen;
}

const PROGRAMS: Readonly<Record<string, MuseumProgram>> = {
  ibm1620: {
    spokenMark: levels,
    marks: ["M", "P"],
    screen: {
      title: "The 1620's typewriter",
      boards: ["4x4x4", "4x4x4x4"],
      ours:
        "From the document: moves of three digits, I WIN and I LOSE, a switch for who moves first; a teletype's board in the " +
        "format of the OTHER-1's, of !, + and -, with M and P; the level, the slice and the click of its author's Java version. " +
        "Ours: the arrangement on the paper, since its pictures are lost, every other word, the look of the switch, and the " +
        "sound of the keys.",
      shape: "2.11",
      load: () => import("./Typewriter.svelte"),
      others: [
        {
          title: "The OTHER-1's television",
          boards: ["4x4x4"],
          ours:
            "From the document: a black and white television of 16 lines of 32 characters, the board of !, + and -, with M " +
            "and P that are added as they are played; the level, the slice and the click of its author's Java version. Ours: " +
            "the other words below the board, the shapes of the characters, and the line to type in.",
          shape: "1.33",
          load: () => import("./Other1Screen.svelte"),
        },
      ],
    },
  },
  "atari-st": {
    spokenMark: (text) => (text === "1" ? "1 point" : `${text} points`),
    isRed: true,
    marks: ["C", "H"],
    drawsLots: true,
    screen: {
      title: "The Atari's screen",
      boards: ["4x4x4"],
      ours:
        "From the document: the character, the place and the colour of everything in the output window, its slider bars, the winning line that " +
        "flashes, a D on squares 1 to 4 in a draw that is declared, the sounds, the six weights. From other sources: low resolution, 320 by 200 dots " +
        "in 16 colours on a tube of 4 to 3. Ours: the shapes of the characters, the words of the menu bar, the yellow of the winning line, " +
        "points on squares, and the sliders of the weights, in place of changing lines of the listing.",
      shape: "1.33",
      load: () => import("./AtariScreen.svelte"),
    },
  },
  delphi: {
    spokenMark: (text) => text.replace(/ (\d+)$/, ", rating $1"),
    screen: {
      title: "The Delphi form",
      boards: ["3x3x3"],
      ours:
        "From the document: the sizes and places of the three planes, red O that begins and blue X, the orange of a " +
        "winning triple, three buttons, labels such as W3 and L6. Ours: the words, and the look of the buttons, whose pictures are lost.",
      isForTwo: true,
      symbols: { x: "O", o: "X" },
      redSide: "x",
      shape: "0.88",
      load: () => import("./DelphiForm.svelte"),
    },
  },
  "magic-square": {
    spokenMark: (text) => `number ${text}`,
    screen: {
      title: "The magic square",
      boards: ["3x3"],
      ours:
        "From the document: the numbers of the square, and the names of the formulas. Ours: this drawing; the article " +
        "describes a program and shows no screen.",
      shape: "1",
      load: () => import("./MagicSquare.svelte"),
    },
  },
  fignition: {
    alwaysStarts: true,
    spokenMark: (text) => `ring ${text}`,
    screen: {
      title: "The FIGnition's screen",
      boards: ["3x3"],
      ours:
        "From the document: the board of text with its ring of numbers, the keys 1 to 8, I WIN! and DRAW! next to its " +
        "first line, any key that ends the program. From other sources: characters of 8 by 8 dots, and the scale of its television picture, of which the " +
        "upper left part is shown. Ours: another " +
        "game by any key, YOU WIN!, which it never says, the shapes of the characters, the colours, the row of keys, and the place of a mark that " +
        "is on no square.",
      shape: "1.72",
      load: () => import("./FignitionScreen.svelte"),
    },
  },
};

/** The FIGnition's second version, which is ours: its document only announces it. */
export const SECOND_FIGNITION = "fignition:version=2";

const SECOND: MuseumProgram = {
  spokenMark: (text) => `ring ${text}`,
  screen: {
    title: "The second version's screen",
    boards: ["3x3"],
    ours:
      "All of it is ours, the screen, its marks and the rule. From the document: a second version uses the whole screen, " +
      "lets the person start, and can lose. From other sources: the scale of the television picture.",
    shape: "1.53",
    load: () => import("./FignitionScreen.svelte"),
  },
};

/** Return a program of the museum by the name of a player, with or without options; undefined for other players. */
export function museumProgram(player: string | null): MuseumProgram | undefined {
  if (isSecondFignition(player)) return SECOND;
  const { kind } = readPlayerName(player ?? "");
  return Object.hasOwn(PROGRAMS, kind) ? PROGRAMS[kind] : undefined;
}

/** Return the marks on a program's screen while it plays a side; null for X and O. */
export function screenMarks(player: string, side: Side): Symbols | null {
  const { marks, screen } = museumProgram(player) ?? {};
  if (marks === undefined) return screen?.symbols ?? null;
  return { x: marks[side === "x" ? 0 : 1], o: marks[side === "x" ? 1 : 0] };
}

/** Return the period screen of a program on which two people can play on a board; null if there is none. */
export function screenForTwo(program: string | null, board: string): PeriodScreen | null {
  const screen = museumProgram(program)?.screen;
  return screen?.isForTwo === true && screen.boards.includes(board) ? screen : null;
}

/** Return what a screen reader says for the text that a player gave to a cell. */
export function spokenMark(player: string | null, text: string): string {
  return museumProgram(player)?.spokenMark(text) ?? `marked ${text}`;
}

/** Return the side whose marks are red, against blue ones; null for the usual colours of X and O. */
export function redSide(players: Readonly<Record<Side, string | null>>): Side | null {
  if (museumProgram(players.x)?.isRed === true) return "x";
  return museumProgram(players.o)?.isRed === true ? "o" : null;
}

/** Return the text for the levels that found a cell: `level 10`, `levels 6 and 9`. */
function levels(text: string): string {
  const found = text.split(",");
  return found.length === 1 ? `level ${text}` : `levels ${found.slice(0, -1).join(", ")} and ${found.at(-1) ?? ""}`;
}
