/** Texts about games of a room, for the dialogues that name what will be lost. */

import type { GameEntry } from "../../api/types";
import { SIDES } from "../../state/geometry";

export function gamesOf(games: readonly GameEntry[], member: string): readonly GameEntry[] {
  return games.filter(({ seats }) => SIDES.some((side) => seats[side].name === member));
}

/** Return how many games there are, and how many of them are running. */
export function countText(games: readonly GameEntry[]): string {
  const running = games.filter(({ result }) => result === null).length;
  return `${String(games.length)} ${games.length === 1 ? "game" : "games"}, ${String(running)} running`;
}
