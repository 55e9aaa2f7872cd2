/**
 * The games that were played in this browser, the latest first, so that the first screen can list them.
 *
 * Only addresses and short texts are stored, and only of a limited number of games. The stored text is validated, since
 * another version of the page or a person may have written it.
 */

import { readJson, writeJson, type KeyValueStore } from "./storage";

export interface RecentGame {
  /** What identifies the game: the address of a live game, or the first address of a game at one screen. */
  readonly key: string;
  /** The address that opens it; begins with a slash. */
  readonly address: string;
  readonly board: string;
  readonly opponent: string;
  readonly moves: number;
  /** How it ended, for people; empty while it goes on. */
  readonly result: string;
  /** The text of its last position; empty if an earlier page stored the game. */
  readonly position: string;
  /** When it was last played, in milliseconds since 1970; 0 if an earlier page stored it. */
  readonly at: number;
}

const KEY = "hyperoxo.games";
/** The number of games that are stored; the oldest are dropped. */
const MAX_GAMES = 20;
const LONGEST_ADDRESS = 2000;
const LONGEST_TEXT = 200;

/** Return the stored games, the latest first. */
export function recentGames(storage: KeyValueStore): readonly RecentGame[] {
  const value = readJson(storage, KEY);
  return Array.isArray(value) ? value.flatMap((entry: unknown) => gameOf(entry)).slice(0, MAX_GAMES) : [];
}

/** Store a game as the latest one, in place of what was stored about it before. */
export function storeRecentGame(storage: KeyValueStore, game: RecentGame): void {
  const others = recentGames(storage).filter(({ key }) => key !== game.key);
  writeJson(storage, KEY, [...gameOf(game), ...others].slice(0, MAX_GAMES));
}

/** Forget the games, except those with some keys. */
export function clearRecentGames(storage: KeyValueStore, kept: ReadonlySet<string> = new Set()): void {
  writeJson(
    storage,
    KEY,
    recentGames(storage).filter(({ key }) => kept.has(key)),
  );
}

function gameOf(entry: unknown): RecentGame[] {
  if (typeof entry !== "object" || entry === null) return [];
  const stored: Partial<Record<keyof RecentGame, unknown>> = entry;
  const { key, address, board, opponent, moves, result, position = "", at = 0 } = stored;
  // Two slashes at the start would lead to another site.
  const isHere = isText(address, LONGEST_ADDRESS) && /^\/(?!\/)/.test(address);
  if (!isHere || !isText(key, LONGEST_ADDRESS) || !isText(board, LONGEST_TEXT)) return [];
  if (!isText(opponent, LONGEST_TEXT) || !isText(result, LONGEST_TEXT)) return [];
  if (typeof moves !== "number" || !Number.isInteger(moves) || moves < 0) return [];
  if (!isText(position, LONGEST_ADDRESS) || typeof at !== "number") return [];
  return [{ key, address, board, opponent, moves, result, position, at }];
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === "string" && value.length <= longest;
}
