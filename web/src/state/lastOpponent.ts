/**
 * The opponent that was chosen last, stored in the browser, so that the next form for a new game begins with it.
 *
 * Who begins, and against which computer, stands for one board: on another, the first click could make a proved loss.
 */

import { houseAtLevel, NAMED_LEVELS, type FirstMover, type OpponentKind } from "./newGame";
import { readJson, writeJson, type KeyValueStore } from "./storage";

/** The choices of a new game that are stored. */
export interface LastOpponent {
  readonly opponentKind: OpponentKind;
  /** The computer to play against, with its level and options. */
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
const EASY = houseAtLevel(NAMED_LEVELS[0]?.level ?? 1);

/** Read the last opponent for a board; on another than the last one, or null, Easy is offered, and the person begins. */
export function lastOpponent(storage: KeyValueStore, board: string | null): LastOpponent {
  const value = readJson(storage, KEY);
  const stored: Record<string, unknown> = typeof value === "object" && value !== null ? { ...value } : {};
  const name = (given: unknown): string => (typeof given === "string" && given.length <= LONGEST_NAME ? given : "");
  const isSame = board !== null && stored["board"] === board;
  const opponent = isSame ? name(stored["opponent"]) : "";
  return {
    opponentKind: KINDS.find((kind) => kind === stored["opponentKind"]) ?? "computer",
    opponent: opponent === "" ? EASY : opponent,
    first: name(stored["first"]),
    firstMover: FIRST_MOVERS.find((mover) => isSame && mover === stored["firstMover"]) ?? "me",
  };
}

export function storeLastOpponent(storage: KeyValueStore, chosen: LastOpponent, board: string): void {
  const { opponentKind, opponent, first, firstMover } = chosen;
  writeJson(storage, KEY, { opponentKind, opponent, first, firstMover, board });
}
