/** The opponent that was chosen last, stored in the browser, so that the next form for a new game begins with it. */

import type { FirstMover, OpponentKind } from "./newGame";
import { readJson, writeJson, type KeyValueStore } from "./storage";

/** The choices of a new game that are stored. */
export interface LastOpponent {
  readonly opponentKind: OpponentKind;
  /** The computer to play against, with its level and options; empty if none was chosen yet. */
  readonly opponent: string;
  /** Of two computers, the one that plays X. */
  readonly first: string;
  readonly firstMover: FirstMover;
}

const KEY = "hyperoxo.opponent";
const KINDS: readonly OpponentKind[] = ["computer", "here", "link", "watch"];
const FIRST_MOVERS: readonly FirstMover[] = ["me", "them", "random"];
/** The server takes no longer name of a player. */
const LONGEST_NAME = 200;

/** Read the last opponent; a missing or invalid choice gets its default. */
export function lastOpponent(storage: KeyValueStore): LastOpponent {
  const value = readJson(storage, KEY);
  const stored: Record<string, unknown> = typeof value === "object" && value !== null ? { ...value } : {};
  const name = (given: unknown): string => (typeof given === "string" && given.length <= LONGEST_NAME ? given : "");
  return {
    opponentKind: KINDS.find((kind) => kind === stored["opponentKind"]) ?? "computer",
    opponent: name(stored["opponent"]),
    first: name(stored["first"]),
    firstMover: FIRST_MOVERS.find((mover) => mover === stored["firstMover"]) ?? "me",
  };
}

/** Store the opponent of a game that has begun. */
export function storeLastOpponent(storage: KeyValueStore, chosen: LastOpponent): void {
  const { opponentKind, opponent, first, firstMover } = chosen;
  writeJson(storage, KEY, { opponentKind, opponent, first, firstMover });
}
