/** The texts about the end of a game: who won, and in how many moves, or because who resigned; and with which line. */

import type { GameEnding, GameSession } from "../../state/gameSession";
import { cellNames, sideName, type Geometry, type Side, type Symbols } from "../../state/geometry";
import { HOUSE_PLAYER, playerText, readPlayerName } from "../../state/playerNames";
import { opponentOf, resultText, winWords, type GameResult } from "../../state/rules";

/** The end of a game, as a text about it needs it. */
export interface GameEnd {
  readonly result: GameResult;
  /** The full lines, each as its cells. */
  readonly wins: readonly (readonly number[])[];
  /** How many moves the winner has made; null to leave them out. */
  readonly moves: number | null;
  /** The sides that are played at this screen. */
  readonly ownSides: readonly Side[];
  /** The players as a record names them, such as `oxo:level=4` or `human`; missing at one screen. */
  readonly players: Readonly<Partial<Record<Side, string>>>;
  /** The marks of a museum program; null for X and O. */
  readonly symbols: Symbols | null;
}

/**
 * Return the headline at the end of a game.
 *
 * @param tags - the tags of the game's record, of which those of the players are read.
 * @param symbols - the marks of a museum program, null for X and O.
 * @param isBrief - whether a text next to it says the number of moves.
 */
export function endHeadline(
  session: GameSession,
  end: GameEnding,
  tags: Readonly<Record<string, string>>,
  symbols: Symbols | null,
  isBrief = false,
): string {
  const { result, position } = end;
  const { stones, wins } = position;
  const { ownSides } = session;
  const moves = isBrief ? null : stones.filter((stone) => stone === result.winner).length;
  const players = tags["First"] === undefined ? {} : { x: tags["First"], o: tags["Second"] ?? "" };
  return endText({ result, wins, moves, ownSides, players, symbols });
}

/** Return a headline such as `You lost in 12 moves`, `You lost: Delphi won in 12 moves`, or `You resigned: X won`. */
export function endText(end: GameEnd): string {
  const { result, wins, moves, ownSides, symbols } = end;
  const { ending, winner } = result;
  if (winner === null) return resultText(result, symbols);
  const name = playerName(end, winner);
  const [line] = wins;
  if (line === undefined && ending === "resigned") {
    return `${playerName(end, opponentOf(winner))} resigned: ${uncapitalised(name)} won`;
  }
  const [own] = ownSides.length === 1 ? ownSides : [];
  const told = `${name} won`;
  const isKnown = name === OPPONENT || name === HOUSE;
  const won = own === undefined || own === winner ? told : isKnown ? "You lost" : `You lost: ${told}`;
  if (line === undefined) return `${won} ${ending === "time" ? "on time" : `(${ending})`}`;
  if (moves === null) return won;
  return `${won} in ${moves === 1 ? "1 move" : `${String(moves)} moves`}`;
}

/** Return the sentence about the full lines: `Four in a row, in column 1: 111 121 131 141.`; empty if there are none. */
export function lineText(geometry: Geometry, wins: readonly (readonly number[])[]): string {
  if (wins.length === 0) return "";
  const words = winWords(geometry, wins);
  const cells = wins.map((line) => cellNames(geometry, line).join(" ")).join(" and ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}: ${cells}.`;
}

const YOU = "You";
const OPPONENT = "Your opponent";
const HOUSE = "The computer";
const HOUSE_AMONG_COMPUTERS = "The house player";

/** Return the name of the player of a side, as it begins a sentence. */
function playerName({ ownSides, players, symbols }: GameEnd, side: Side): string {
  if (ownSides.length === 1 && ownSides[0] === side) return YOU;
  const player = players[side];
  if (player === undefined || player === "human") return ownSides.length === 1 ? OPPONENT : sideName(side, symbols);
  if (readPlayerName(player).kind !== HOUSE_PLAYER) return playerText(player);
  return ownSides.length === 1 ? HOUSE : HOUSE_AMONG_COMPUTERS;
}

/** Return a name as it stands within a sentence: those of programs and of sides stay as they are. */
function uncapitalised(name: string): string {
  return [YOU, OPPONENT, HOUSE, HOUSE_AMONG_COMPUTERS].includes(name)
    ? name.charAt(0).toLowerCase() + name.slice(1)
    : name;
}
