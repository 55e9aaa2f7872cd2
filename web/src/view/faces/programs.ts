/**
 * What the page knows of the museum's programs beside the server's tables: the board and the seat that a document
 * describes, the colours of the marks, and the names of the numbers that a program gives to cells.
 */

import type { Side } from "../../state/geometry";
import type { FirstMover } from "../../state/newGame";
import { readPlayerName } from "../../state/playerNames";

/** A program of the museum. */
export interface MuseumProgram {
  /** The board of its document. */
  readonly board: string;
  /** Who begins when a visitor plays it: you, unless the program always starts. */
  readonly firstMover: FirstMover;
  /** Return what a screen reader says for the text that the program gave to a cell. */
  readonly spokenMark: (text: string) => string;
  /** Whether its own marks are red and its opponent's blue, whichever side it plays. */
  readonly isRed?: boolean;
}

const PROGRAMS: Readonly<Record<string, MuseumProgram>> = {
  ibm1620: { board: "4x4x4", firstMover: "me", spokenMark: levels },
  "atari-st": {
    board: "4x4x4",
    firstMover: "me",
    spokenMark: (text) => (text === "1" ? "1 point" : `${text} points`),
    isRed: true,
  },
  delphi: { board: "3x3x3", firstMover: "me", spokenMark: (text) => text.replace(/ (\d+)$/, ", rating $1") },
  "magic-square": { board: "3x3", firstMover: "me", spokenMark: (text) => `number ${text}` },
  fignition: { board: "3x3", firstMover: "them", spokenMark: (text) => `ring ${text}` },
};

/** Return a program of the museum by the name of a player, with or without options; undefined for other players. */
export function museumProgram(player: string | null): MuseumProgram | undefined {
  const { kind } = readPlayerName(player ?? "");
  return Object.hasOwn(PROGRAMS, kind) ? PROGRAMS[kind] : undefined;
}

/** Return what a screen reader says for the text that a player gave to a cell. */
export function spokenMark(player: string | null, text: string): string {
  return museumProgram(player)?.spokenMark(text) ?? `marked ${text}`;
}

/**
 * Return the side whose marks are red, against blue ones; null if the marks have the usual colours of X and O.
 *
 * @param players - the player of each side, null for a person.
 */
export function redSide(players: Readonly<Record<Side, string | null>>): Side | null {
  if (museumProgram(players.x)?.isRed === true) return "x";
  return museumProgram(players.o)?.isRed === true ? "o" : null;
}

/** Return the text for the levels that found a cell: `level 10`, `levels 6 and 9`. */
function levels(text: string): string {
  const found = text.split(",");
  return found.length === 1 ? `level ${text}` : `levels ${found.slice(0, -1).join(", ")} and ${found.at(-1) ?? ""}`;
}
