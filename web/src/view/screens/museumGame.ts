/** The museum's part of a game: its programs, their marks, and the period screens that can stand in place of the board. */

import { writeAddress } from "../../state/address";
import type { Side, Symbols } from "../../state/geometry";
import type { FirstMover } from "../../state/newGame";
import { playerText } from "../../state/playerNames";
import type { Entry } from "../play/panels";
import { museumProgram, type PeriodScreen } from "./programs";

/** The period screen of one program. */
export interface StagedScreen {
  readonly screen: PeriodScreen;
  /** The side that the program plays; any side between two people. */
  readonly side: Side;
  readonly player: string;
}

export interface MuseumGame {
  /** The names of its programs, one or two, which are also those of their exhibits. */
  readonly programs: readonly string[];
  readonly screens: readonly StagedScreen[];
  /** Whether the screens are chosen for this game. */
  readonly isShown: boolean;
  /** The marks of both sides, shown in place of X and O. */
  readonly symbols: Symbols | null;
  /** The side whose marks are red, and its opponent's blue; null for the usual colours. */
  readonly redSide: Side | null;
  /** The live game that is played; null at one screen. */
  readonly game: string | null;
  readonly show: (on: boolean) => void;
  /** Returns what a screen reader says for the text that the program of a side gave to a cell. */
  readonly spokenMark: (side: Side, text: string) => string;
  /** Begin another game with the same screen; null where programs meet. */
  readonly onnew: ((firstMover: FirstMover) => void) | null;
  /** Give the program other options; null where this browser does not play against it. */
  readonly onplayer: ((player: string) => void) | null;
}

/** Return the screen that a player has for a board, as a list of one; of none if there is no such screen. */
export function screensOf(player: string | null, side: Side, board: string): readonly StagedScreen[] {
  const screen = museumProgram(player)?.screen;
  return player !== null && screen?.boards.includes(board) === true ? [{ screen, side, player }] : [];
}

/** Return what such a game offers behind *More*: the exhibits of its programs, and their screens in place of the board. */
export function museumEntries({ programs, screens, isShown, show }: MuseumGame): readonly Entry[] {
  const [first, second] = screens;
  const title = second === undefined ? first?.screen.title : "Their own screens";
  return [
    ...(title === undefined || isShown ? [] : [{ name: title, run: () => show(true) }]),
    ...programs.map((exhibit) => ({
      name: programs.length === 1 ? "Its exhibit in the museum" : `Exhibit: ${playerText(exhibit)}`,
      address: writeAddress({ page: "museum", exhibit, part: "exhibit" }),
    })),
  ];
}
