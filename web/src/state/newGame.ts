/**
 * What a person chooses for a new game, and what follows from it: who holds which side, and whether it needs the server.
 *
 * People choose an opponent and who begins; a game has two sides. This file converts the first into the second.
 */

import type { NewGame, SeatWish } from "../api/types";
import type { Side } from "./geometry";

/** Against whom: a computer, a person at this screen, a person who gets a link; or two computers. */
export type OpponentKind = "computer" | "here" | "link" | "watch";

/** Who moves first. */
export type FirstMover = "me" | "them" | "random";

/** All that is chosen for a new game. */
export interface NewGameChoices {
  readonly board: string;
  /** Position text to begin from, null for the empty board. */
  readonly start: string | null;
  /** Moves that have been played already, by name. */
  readonly moves: readonly string[];
  readonly opponentKind: OpponentKind;
  /** The computer that is played against; the one that holds O where two are watched. */
  readonly opponent: string;
  /** The computer that holds X where two are watched. */
  readonly first: string;
  readonly firstMover: FirstMover;
  /** Seconds between the moves of two computers. */
  readonly delay: number;
}

/** Whether a game needs the server: every game does, except one of two people at this screen. */
export function needsServer({ opponentKind }: NewGameChoices): boolean {
  return opponentKind !== "here";
}

/** The sides that a player may hold; several where chance decides. */
export function opponentSides({ opponentKind, firstMover }: NewGameChoices): readonly Side[] {
  if (opponentKind === "watch") return ["o"];
  if (firstMover === "random") return ["x", "o"];
  return firstMover === "me" ? ["o"] : ["x"];
}

/**
 * Return the game that the server is asked for.
 *
 * @param chance - a number from 0 up to 1, which decides who begins where that is left to it.
 */
export function newGameRequest(choices: NewGameChoices, chance: number): NewGame {
  const { board, start, moves, opponentKind, opponent, first, firstMover, delay } = choices;
  const player = (name: string): SeatWish => ({ kind: "player", player: name });
  const me: SeatWish = { kind: "person", player: null };
  const them: SeatWish = opponentKind === "link" ? { kind: "open", player: null } : player(opponent);
  const iBegin = firstMover === "me" || (firstMover === "random" && chance < 0.5);
  let seats = iBegin ? { x: me, o: them } : { x: them, o: me };
  if (opponentKind === "watch") seats = { x: player(first), o: player(opponent) };
  return { board, start, moves, seats, seed: null, delay };
}
