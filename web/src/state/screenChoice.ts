/**
 * The live games of this browser that show a period screen in place of the ordinary board: those begun from the museum, until
 * the ordinary board is chosen.
 */

import { readJson, writeJson, type KeyValueStore } from "./storage";

const KEY = "hyperoxo.faces";
/** The number of games that are stored; the oldest are dropped. */
const MAX_GAMES = 50;

export function showsScreen(storage: KeyValueStore, game: string): boolean {
  return stored(storage).includes(game);
}

export function storeScreen(storage: KeyValueStore, game: string, on: boolean): void {
  const others = stored(storage).filter((id) => id !== game);
  writeJson(storage, KEY, (on ? [...others, game] : others).slice(-MAX_GAMES));
}

function stored(storage: KeyValueStore): readonly string[] {
  const value = readJson(storage, KEY);
  return Array.isArray(value) ? value.filter((id) => typeof id === "string") : [];
}
