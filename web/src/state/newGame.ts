/**
 * The choices for a new game, the players that follow from them, and whether the game needs the server.
 *
 * People choose an opponent and who begins; the server expects the player of each side.
 */

import levels from "../../../python/hyperoxo/players/levels.json";
import type { NewGame, NewSettings, PlayersAtBoard, FirstSeat } from "../api/types";
import type { Side } from "./geometry";
import { HOUSE_PLAYER, readPlayerName } from "./playerNames";

/** The kind of opponent: a computer, a person at this screen, a person who gets a link; or two computers to watch. */
export type OpponentKind = "computer" | "here" | "link" | "watch";

export type FirstMover = "me" | "them" | "random";

export interface NewGameChoices {
  readonly board: string;
  /** Position text to begin from, null for the empty board. */
  readonly start: string | null;
  /** The cells that are already played, by name. */
  readonly moves: readonly string[];
  readonly opponentKind: OpponentKind;
  /** The computer to play against; of two computers, the one that plays O. */
  readonly opponent: string;
  /** Of two computers, the one that plays X. */
  readonly first: string;
  readonly firstMover: FirstMover;
  /** The settings that are not the server's usual ones. */
  readonly settings?: NewSettings;
}

/** A level of the house player that has a name of its own. */
export interface NamedLevel {
  readonly name: string;
  readonly level: number;
}

export const NAMED_LEVELS: readonly NamedLevel[] = Object.entries(levels).map(([level, name]) => ({
  name,
  level: Number(level),
}));

/** The number of the strongest level; the weakest is 1. */
export const MAX_LEVELS = 9;

/** Return the house player's name at a level. */
export function houseAtLevel(level: number): string {
  return `${HOUSE_PLAYER}:level=${String(level)}`;
}

/** Return whether a game needs the server. Only a game of two people at this screen does not. */
export function needsServer({ opponentKind }: Pick<NewGameChoices, "opponentKind">): boolean {
  return opponentKind !== "here";
}

/** Return the sides that the opponent may play; both if chance decides. */
export function opponentSides({
  opponentKind,
  firstMover,
}: Pick<NewGameChoices, "opponentKind" | "firstMover">): readonly Side[] {
  if (opponentKind === "watch") return ["o"];
  if (firstMover === "random") return ["x", "o"];
  return firstMover === "me" ? ["o"] : ["x"];
}

/** Return why a player cannot take one of some sides of a board, null if it can or is not known. */
export function seatRefusal({ players }: PlayersAtBoard, player: string, sides: readonly Side[]): string | null {
  const { kind } = readPlayerName(player);
  const offered = players.find(({ name }) => name === kind);
  const [refused] = sides.flatMap((side) => offered?.[side] ?? []);
  return refused === undefined ? null : `${refused.reason}; ${refused.remedy}`;
}

/** Return the request for a new game; `chance`, from 0 up to 1, decides who begins if that is "random". */
export function newGameRequest(choices: NewGameChoices, chance: number): NewGame {
  const { board, start, moves, opponentKind, opponent, first, firstMover, settings = {} } = choices;
  const player = (name: string): FirstSeat => ({ kind: "player", player: name });
  const me: FirstSeat = { kind: "person", player: null };
  const them: FirstSeat = opponentKind === "link" ? { kind: "open", player: null } : player(opponent);
  const iBegin = firstMover === "me" || (firstMover === "random" && chance < 0.5);
  let seats = iBegin ? { x: me, o: them } : { x: them, o: me };
  if (opponentKind === "watch") seats = { x: player(first), o: player(opponent) };
  return { board, start, moves, seats, settings };
}
