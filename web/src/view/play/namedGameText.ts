/** Texts of a game in the list of a name. */

import type { GameEntry } from "../../api/types";
import { daysLeft } from "../../state/clocks";
import { SIDES, type Side } from "../../state/geometry";
import { isDue } from "../../state/namedGames.svelte";
import { playerText } from "../../state/playerNames";
import { endText } from "../review/endText";

/** Return the opponent of a game, for people; both players if the name holds neither side or both. */
export function opponentName({ seats, sides }: GameEntry): string {
  const others = SIDES.filter((side) => sides.length === 2 || !sides.includes(side));
  return others.map((side) => holderText(seats[side])).join(" and ");
}

/** Return the player of a side, for people. */
export function holderText({ kind, player, name }: GameEntry["seats"]["x"]): string {
  if (kind === "open") return "no player yet";
  return player === null ? (name ?? "a person") : playerText(player);
}

/** Return whose move a game waits for, as a person in it sees it; "running" if no other person has to move. */
function waitingFor(game: GameEntry): string {
  const { to_move: turn, sides, seats } = game;
  if (isDue(game)) return "your move";
  const isTheirs = turn !== null && sides.length === 1 && sides[0] !== turn && seats[turn].kind === "person";
  return isTheirs ? "their move" : "running";
}

/** Return how a game ended, as the player of one of its sides sees it; nothing if it is not over. */
export function resultFor({ result, seats }: Pick<GameEntry, "result" | "seats">, sides: readonly Side[]): string {
  if (result === null) return "";
  const { winner } = result;
  if (winner === null || sides.length !== 1) return result.text;
  const player = ({ player, name }: typeof seats.x): string => player ?? name ?? "human";
  const players = { x: player(seats.x), o: player(seats.o) };
  const text = endText({ result, wins: [], moves: 0, ownSides: sides, players, symbols: null });
  return text.replace(" (line)", "");
}

/** Return how a game stands. The time that is left is that of the side to move. */
export function standing(game: GameEntry): string {
  if (game.result !== null) return resultFor(game, game.sides);
  const moves = game.moves === 1 ? "1 move" : `${String(game.moves)} moves`;
  const left = game.left == null ? "" : `, ${daysLeft(game.left)} left`;
  return `${moves}, ${waitingFor(game)}${left}`;
}
