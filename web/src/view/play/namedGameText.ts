/** Texts of a game in the list of a name. */

import type { NamedGame } from "../../api/types";
import { daysLeft } from "../../state/clocks";
import { SIDES } from "../../state/geometry";
import { isDue } from "../../state/namedGames.svelte";
import { playerText } from "../../state/playerNames";

/** Return the opponent of a game, for people; both players if the name holds neither side or both. */
export function opponentName({ seats, sides }: NamedGame): string {
  const others = SIDES.filter((side) => sides.length === 2 || !sides.includes(side));
  const names = others.map((side) => {
    const { kind, player, name } = seats[side];
    if (kind === "open") return "no player yet";
    return player === null ? (name ?? "a person") : playerText(player);
  });
  return names.join(" and ");
}

/** Return whose move a game waits for, as a person in it sees it; "running" if no other person has to move. */
function waitingFor(game: NamedGame): string {
  const { to_move: turn, sides, seats } = game;
  if (isDue(game)) return "your move";
  const isTheirs = turn !== null && sides.length === 1 && sides[0] !== turn && seats[turn].kind === "person";
  return isTheirs ? "their move" : "running";
}

/** Return how a game stands. The time that is left is that of the side to move. */
export function standing(game: NamedGame): string {
  if (game.result !== null) return game.result;
  const moves = game.moves === 1 ? "1 move" : `${String(game.moves)} moves`;
  const left = game.left == null ? "" : `, ${daysLeft(game.left)} left`;
  return `${moves}, ${waitingFor(game)}${left}`;
}
