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

/** Return how a game stands. */
export function standing(game: NamedGame): string {
  if (game.result !== null) return game.result;
  const moves = game.moves === 1 ? "1 move" : `${String(game.moves)} moves`;
  const left = game.left == null ? "" : `, ${daysLeft(game.left)} left`;
  return (isDue(game) ? `${moves}, your move` : `${moves}, running`) + left;
}
