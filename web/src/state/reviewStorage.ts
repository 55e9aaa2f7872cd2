/** Finished reviews, kept in the browser: the most recent ones, since the server keeps none. */

import type { GameRef, ReviewResult } from "../api/types";
import { readJson, writeJson, type KeyValueStore } from "./storage";

const KEY = "hyperoxo.reviews";

/** The number of reviews that are kept; one of a long game has some 30 kB. */
export const MAX_REVIEWS = 20;

export type KnownReview = Pick<ReviewResult, "values" | "marks" | "key_moves" | "sections" | "progress">;

export interface FinishedReview {
  readonly known: KnownReview;
  /** Whether the time limit of the server did not end it. */
  readonly complete: boolean;
}

/** A review that is kept, with its game: board, start, moves and winner, separated by bars. */
export interface KeptReview extends FinishedReview {
  readonly game: string;
}

/** Return the review of a game, null if none is kept. */
export function keptReview(storage: KeyValueStore, game: GameRef): FinishedReview | null {
  return keptReviews(storage).find((kept) => kept.game === nameOf(game)) ?? null;
}

/** Keep the review of a game, and forget the oldest ones. */
export function keepReview(storage: KeyValueStore, game: GameRef, review: FinishedReview): void {
  const others = keptReviews(storage).filter((kept) => kept.game !== nameOf(game));
  writeJson(storage, KEY, [{ game: nameOf(game), ...review }, ...others].slice(0, MAX_REVIEWS));
}

function nameOf({ board, start, moves, winner }: GameRef): string {
  return [board, start ?? "", moves.join(" "), winner ?? ""].join("|");
}

/** Return what is kept; entries of another version of the page are dropped. */
export function keptReviews(storage: KeyValueStore): KeptReview[] {
  const found = readJson(storage, KEY);
  return Array.isArray(found) ? found.filter(isKept) : [];
}

function isKept(value: unknown): value is KeptReview {
  if (typeof value !== "object" || value === null || !("game" in value) || !("known" in value)) return false;
  if (typeof value.known !== "object" || value.known === null) return false;
  const { values, marks, key_moves: moves, sections } = value.known as Partial<KnownReview>;
  if (![values, marks, moves, sections].every(Array.isArray)) return false;
  return (moves ?? []).every(({ better }) => better === null || typeof better.text === "string");
}
