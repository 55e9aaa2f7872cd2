/** The text about the end of a game: who won, in how many moves, and with which kind of line. */

import { sideName, type Geometry, type Side, type Symbols } from "../../state/geometry";
import { resultText, type GameResult } from "../../state/rules";
import { opponentOf } from "../../state/threats";

/** The end of a game, as a text about it needs it. */
export interface GameEnd {
  readonly geometry: Geometry;
  readonly result: GameResult;
  /** The full lines, each as its cells. */
  readonly wins: readonly (readonly number[])[];
  /** How many moves the winner has made. */
  readonly moves: number;
  /** The sides that are played at this screen. */
  readonly ownSides: readonly Side[];
  /** The players as a record names them, such as `oxo:level=4` or `human`; missing at one screen. */
  readonly players: Readonly<Partial<Record<Side, string>>>;
  /** The marks of a museum program; null for X and O. */
  readonly symbols: Symbols | null;
}

/** Return a headline such as `You won in 12 moves` or `The house player won with a diagonal`. */
export function endText({ geometry, result, wins, moves, ownSides, players, symbols }: GameEnd): string {
  const { winner } = result;
  if (winner === null) return resultText(result, symbols);
  const isOwn = ownSides.length === 1 && ownSides[0] === winner;
  const name = isOwn ? "You" : winnerName(winner, ownSides, players[winner], symbols);
  const [line] = wins;
  if (line === undefined) return `${name} won${wayText(result.ending, sideName(opponentOf(winner), symbols))}`;
  return isOwn
    ? `${name} won in ${moves === 1 ? "1 move" : `${String(moves)} moves`}`
    : `${name} won with ${wins.length > 1 ? `${String(wins.length)} lines at once` : lineKindText(geometry, line)}`;
}

/** Return the kind of a line with an article: a row, a column, a pillar, or a diagonal of its number of axes. */
export function lineKindText(geometry: Geometry, line: readonly number[]): string {
  const [from = [], to = []] = [line[0] ?? 0, line[1] ?? 0].map((cell) => geometry.coordinates(cell));
  const along = from.flatMap((at, axis) => (to[axis] === at ? [] : [axis]));
  const fromLast = from.length - 1 - (along[0] ?? 0);
  if (along.length > 2)
    return along.length === 3 ? "a space diagonal" : `a diagonal along ${String(along.length)} axes`;
  if (along.length === 2) return "a diagonal";
  return ["a row", "a column", "a pillar"][fromLast] ?? "a straight line";
}

function wayText(ending: string, loser: string): string {
  if (ending === "resigned") return `: ${loser} resigned`;
  return ending === "time" ? " on time" : ` (${ending})`;
}

function winnerName(
  winner: Side,
  ownSides: readonly Side[],
  player: string | undefined,
  symbols: Symbols | null,
): string {
  if (player === undefined || player === "human")
    return ownSides.length === 1 ? "Your opponent" : sideName(winner, symbols);
  return player === "oxo" || player.startsWith("oxo:") ? "The house player" : player;
}
