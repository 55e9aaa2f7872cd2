/**
 * A game as the page shows it, whether it is played at one screen or lives on the server.
 *
 * Views know this alone. What only one of the two kinds can do (offers, seats, links) is in the classes that follow it.
 */

import type { MoveNote } from "../api/types";
import { type Geometry, type Side } from "./geometry";
import type { MoveTree } from "./moveTree";
import type { Position } from "./position";
import type { GamePosition, GameResult } from "./rules";

/** A game as the page shows it. */
export interface GameSession {
  readonly geometry: Geometry;
  readonly start: Position;
  /** All moves with their branches; `here` is the node that is shown. */
  readonly tree: MoveTree;
  /** The position that is shown. */
  readonly position: GamePosition;
  /** How the game ended at the node that is shown, null if it goes on from there. */
  readonly result: GameResult | null;
  /** The sides that are moved at this screen. */
  readonly ownSides: readonly Side[];
  /** Whether a cell can be played now. */
  readonly canPlay: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Play a cell for the side to move. */
  play(cell: number): void;
  undo(): void;
  redo(): void;
  /** Show a node; in a game at one screen it also goes on from there. */
  goTo(node: number): void;
  /** What is remembered beside a node's move. */
  noteAt(node: number): MoveNote | null;
}
