/** The end points that only pages of the museum ask, and the games against its programs. */

import { request } from "./client";
import { askedOnce } from "./endpoints";
import type * as api from "./types";

/** What Delphi's program, which analyses, plays in a position, or what all others play. */
export function answerEverywhere(
  board: string,
  moves: readonly string[],
  delphi: boolean,
): Promise<api.PositionAnswered> {
  const asked = { board, moves: moves.join(" "), delphi: String(delphi) };
  return request(`/museum/answers?${new URLSearchParams(asked).toString()}`);
}

/** The levels of the IBM 1620's program, each in a position, and in a whole game. */
export const fetchLevels = askedOnce(() => request<api.LevelsShown>("/museum/ibm1620/levels"));

/** Ask which level of that program answers a position, with the machine as X to move. */
export function askLevels(position: string): Promise<api.LevelAnswer> {
  return request(`/museum/ibm1620/answer?${new URLSearchParams({ position }).toString()}`);
}

export function fetchFeats(game: string): Promise<api.FeatsShown> {
  return request(`/museum/feats/${game}`);
}

/** Return a position in which a visitor guesses the level that gives the 1620's next move. */
export function fetchGuess(number: number): Promise<api.LevelGuess> {
  return request(`/museum/guesses/${String(number)}`);
}
