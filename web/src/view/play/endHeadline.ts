/** The headline at the end of a game, as it is shown above the board, spoken, and shown in the title of the page. */

import type { GameEnding, GameSession } from "../../state/gameSession";
import type { Symbols } from "../../state/geometry";
import { endText } from "../review/endText";

/**
 * Return the headline at the end of a game.
 *
 * @param tags - the tags of the game's record, of which those of the players are read.
 * @param symbols - the marks of a museum program, null for X and O.
 */
export function endHeadline(
  session: GameSession,
  end: GameEnding,
  tags: Readonly<Record<string, string>>,
  symbols: Symbols | null,
): string {
  const { result, position } = end;
  const { stones, wins } = position;
  const { geometry, ownSides } = session;
  const moves = stones.filter((stone) => stone === result.winner).length;
  const players = tags["First"] === undefined ? {} : { x: tags["First"], o: tags["Second"] ?? "" };
  return endText({ geometry, result, wins, moves, ownSides, players, symbols });
}
