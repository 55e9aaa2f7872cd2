/** The props of a period screen: a game as a museum program's own machine showed it. */

import type { MoveNote } from "../../api/types";
import { SIDES, type Geometry, type Side, type Symbols } from "../../state/geometry";
import { NO_LABELS, type Labels } from "../../state/labels";
import type { FirstMover } from "../../state/newGame";
import type { GamePosition, GameResult } from "../../state/rules";

export interface ScreenMove {
  readonly cell: number;
  readonly side: Side;
  readonly note: MoveNote | null;
}

/** The part of a screen's props that the view of a game knows. */
export interface ScreenView {
  readonly position: GamePosition;
  readonly result: GameResult | null;
  /** The labels of an analysis; empty while none is shown. */
  readonly labels: Labels;
  readonly labelled: boolean;
  /** Show or hide the labels of an analysis; null where there is no analysis. */
  readonly onlabel: ((on: boolean) => void) | null;
  readonly onplay: (cell: number) => void;
}

export interface ScreenProps extends ScreenView {
  readonly geometry: Geometry;
  /** The moves up to the shown position. */
  readonly moves: readonly ScreenMove[];
  /** The side that the program plays; the other is the person. Means nothing between two people. */
  readonly side: Side;
  /** The program with its options, as it is typed. */
  readonly player: string;
  /** The marks of both sides, null for X and O. */
  readonly symbols: Symbols | null;
  readonly canPlay: boolean;
  /** Whether it is only a picture: the screen alone, without controls and without what is typed. */
  readonly still?: boolean;
  /** The live game that is played; null where a game is only shown. */
  readonly game?: string | null;
  /** The stones that stand beside the board, which only a printed erratum puts there. */
  readonly beside?: readonly Side[];
  /** Take back the last own move; null if that is not possible now. */
  readonly onundo: (() => void) | null;
  /** Begin another game; null where a game is only shown. */
  readonly onnew: ((firstMover: FirstMover) => void) | null;
  /** Give the program other options from its next move on; null where a game is only shown. */
  readonly onplayer: ((player: string) => void) | null;
}

/** Return the props of a screen that is only a picture of the position after some moves, of which X makes the first. */
export function pictureProps(
  moves: readonly number[],
  shown: Pick<ScreenProps, "geometry" | "position" | "result" | "side" | "player"> & Partial<ScreenProps>,
): ScreenProps & Record<string, unknown> {
  return {
    moves: moves.map((cell, index) => ({ cell, side: SIDES[index % 2] ?? "x", note: null })),
    symbols: null,
    labels: NO_LABELS,
    labelled: false,
    canPlay: false,
    still: true,
    onlabel: null,
    onplay: () => undefined,
    onundo: null,
    onnew: null,
    onplayer: null,
    ...shown,
  };
}
