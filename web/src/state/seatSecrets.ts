/**
 * The secrets of the seats that this browser holds, by game.
 *
 * A secret gives access to a seat. It stays in the browser's storage and is sent only to the server of the game; an
 * address never contains it, because a copied link would pass it on. Only the server knows which side a secret belongs
 * to, since sides can be swapped.
 */

import { readJson, writeJson, type KeyValueStore } from "./storage";

const KEY = "hyperoxo.seats";
/** The characters of a secret, 64 of them, and how many it has. */
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const SIGNS = 43;
/** The number of games whose secrets are stored; the oldest are dropped. */
const MAX_GAMES = 200;

/** Return the secrets of a game; none if this browser holds no seat in it. */
export function seatSecrets(storage: KeyValueStore, game: string): readonly string[] {
  return stored(storage).find(([id]) => id === game)?.[1] ?? [];
}

/** Add secrets to those stored for a game. */
export function storeSeatSecrets(storage: KeyValueStore, game: string, secrets: readonly string[]): void {
  const others = stored(storage).filter(([id]) => id !== game);
  const all = [...new Set([...seatSecrets(storage, game), ...secrets])];
  writeJson(storage, KEY, [...others, [game, all]].slice(-MAX_GAMES));
}

/** Return a secret for a seat of a game, and store it if it is new: before the seat is taken, so that no reload loses it. */
export function secretToClaim(storage: KeyValueStore, game: string): string {
  const signs = crypto.getRandomValues(new Uint8Array(SIGNS));
  const made = Array.from(signs, (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join("");
  const [secret = made] = seatSecrets(storage, game);
  storeSeatSecrets(storage, game, [secret]);
  return secret;
}

function stored(storage: KeyValueStore): (readonly [string, readonly string[]])[] {
  const value = readJson(storage, KEY);
  return Array.isArray(value) ? value.flatMap((entry: unknown) => entryOf(entry)) : [];
}

function entryOf(entry: unknown): (readonly [string, readonly string[]])[] {
  if (!Array.isArray(entry)) return [];
  const [id, secrets] = entry as unknown[];
  if (typeof id !== "string" || !Array.isArray(secrets)) return [];
  return [[id, secrets.filter((secret) => typeof secret === "string")]];
}
