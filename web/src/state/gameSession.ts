/**
 * The interface of a game on the page, implemented by games at one screen and by live games on the server.
 *
 * Shared views use only this interface. The classes that implement it add what only one kind of game has: offers, seats,
 * links.
 */

import type { Inquiry, MoveNote } from "../api/types";
import type { Mode } from "./address";
import { type Geometry, type Side } from "./geometry";
import type { MoveTree } from "./moveTree";
import type { Position } from "./position";
import type { GamePosition, GameResult } from "./rules";

/** The last position of a game, with its result. */
export interface GameEnding {
  readonly position: GamePosition;
  readonly result: GameResult;
}

export interface GameSession {
  readonly geometry: Geometry;
  readonly start: Position;
  /** What the page says of the position next to the board; null in a game. */
  mode: Mode | null;
  /** All moves with their branches; `here` is the shown node. */
  readonly tree: MoveTree;
  readonly position: GamePosition;
  /** The result of the game at the shown node, null if the game goes on from there. */
  readonly result: GameResult | null;
  /** The last position of the game with its result, whatever is shown; null while the game goes on. */
  readonly end: GameEnding | null;
  /** The sides that are played at this screen. */
  readonly ownSides: readonly Side[];
  readonly canPlay: boolean;
  /** Whether the game is played on the server, against someone. */
  readonly isLive: boolean;
  /** The name of the computer that plays against a person at this screen, null without one. */
  readonly computer: string | null;
  /** Why hints, labels, proofs and threats are off; empty if they are not. */
  readonly helpRefusal: string;
  /** What every question to the server about this game has beside the position. */
  readonly inquiry: Inquiry;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Why the rules of the game let no move be taken back now; empty if they do. */
  readonly undoRefusal: string;
  /** Whether the game can be reviewed now; a live game cannot before its end. */
  readonly canReview: boolean;
  play(cell: number): void;
  undo(): void;
  redo(): void;
  /** Show a node. A game at one screen also continues from there. */
  goTo(node: number): void;
  noteAt(node: number): MoveNote | null;
}
