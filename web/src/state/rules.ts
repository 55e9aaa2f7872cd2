/**
 * The rules of the game: when a side has won, the effect of a move, and the positions that a game can reach. They need
 * only the table of lines, so two people at one screen can play without a server.
 */

import { sideName, type Geometry, type Side, type Stone, type Symbols } from "./geometry";
import { PositionError, type Position } from "./position";

export function opponentOf(side: Side): Side {
  return side === "x" ? "o" : "x";
}

/** Return the lines that are full of one side's stones, each as its cells from end to end. */
export function fullLines(geometry: Geometry, stones: readonly Stone[]): readonly (readonly number[])[] {
  return geometry.lines.filter((line) => {
    const owner = stones[line[0] ?? -1] ?? null;
    return owner !== null && line.every((cell) => stones[cell] === owner);
  });
}

/** Return the side whose lines are full, null if none is. */
export function winnerOf(wins: readonly (readonly number[])[], stones: readonly Stone[]): Side | null {
  return stones[wins[0]?.[0] ?? -1] ?? null;
}

/** The result of a game: the name of the ending, and the winner if there is one. */
export interface GameResult {
  /** `line`, `full board`, `resigned` and the other endings of the record's format. */
  readonly ending: string;
  /** The side that won, null for a draw and for an abandoned game. */
  readonly winner: Side | null;
}

/** A game at one ply. */
export interface GamePosition extends Position {
  /** The cell played last, null at the start. */
  readonly lastMove: number | null;
  /** The full lines, each as its cells. */
  readonly wins: readonly (readonly number[])[];
  /** The result on the board, null while the game goes on. */
  readonly result: GameResult | null;
}

/** The reason why a move cannot be played. */
export class MoveError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "MoveError";
  }
}

/** Return a position with its full lines, and with the result if the game is over. */
export function gamePosition(geometry: Geometry, position: Position, lastMove: number | null = null): GamePosition {
  const wins = fullLines(geometry, position.stones);
  const winner = winnerOf(wins, position.stones);
  let result: GameResult | null = null;
  if (winner !== null) result = { ending: "line", winner };
  else if (!position.stones.includes(null)) result = { ending: "full board", winner: null };
  return { ...position, lastMove, wins, result };
}

/** Play a cell. Throws a MoveError. */
export function playCell(geometry: Geometry, before: GamePosition, cell: number): GamePosition {
  const stone = before.stones[cell];
  if (stone === undefined) throw new MoveError(`the board has no cell ${String(cell)}`);
  if (before.result !== null) throw new MoveError("the game is over");
  if (stone !== null) {
    throw new MoveError(`${geometry.cells[cell] ?? ""} is taken by ${stone.toUpperCase()}`);
  }
  const stones = [...before.stones];
  stones[cell] = before.toMove;
  return gamePosition(geometry, { stones, toMove: opponentOf(before.toMove) }, cell);
}

/** Play moves in order, and return the final position. Throws a MoveError. */
export function replay(geometry: Geometry, start: Position, moves: readonly number[]): GamePosition {
  return moves.reduce((position, move) => playCell(geometry, position, move), gamePosition(geometry, start));
}

/** Return why no game can reach a position, which may begin with any numbers of stones; null if one can. */
export function positionFault(geometry: Geometry, position: Position): PositionError | null {
  const full = fullLines(geometry, position.stones);
  const winner = winnerOf(full, position.stones);
  if (winner === null) return null;
  if (full.some((line) => position.stones[line[0] ?? -1] !== winner)) {
    return new PositionError("both sides have a line", "the first line ends the game");
  }
  const [first = [], ...others] = full;
  if (!first.some((cell) => others.every((line) => line.includes(cell)))) {
    return new PositionError(
      `${winner.toUpperCase()} has lines that no single move completed`,
      "the first line ends the game",
    );
  }
  if (position.toMove === winner) {
    return new PositionError(`${winner.toUpperCase()} has a line and is to move`, "after a win it is the loser's turn");
  }
  return null;
}

/** Return cells by index. Throws a MoveError that names a cell which the board does not have. */
export function cellIndices(geometry: Geometry, names: readonly string[]): number[] {
  return names.map((name) => {
    const cell = geometry.cells.indexOf(name);
    if (cell === -1) throw new MoveError(`${geometry.name} has no cell ${name}`);
    return cell;
  });
}

/** Return whether a game ended on the board, by a line or a full board; all other endings are declared. */
export function isBoardEnding({ ending }: Pick<GameResult, "ending">): boolean {
  return ending === "line" || ending === "full board";
}

/** Return full lines in words: `four in a row, straight down through the tiers`; empty for none. */
export function winWords({ lines, lineWords }: Geometry, wins: readonly (readonly number[])[]): string {
  return wins.map((line) => lineWords[lines.indexOf(line)] ?? "").join(" and ");
}

/** Return the text of a result: `X wins with a line`, `Draw: the board is full`. */
export function resultText(result: GameResult, symbols: Symbols | null = null): string {
  if (result.winner !== null) {
    const side = sideName(result.winner, symbols);
    const loser = sideName(opponentOf(result.winner), symbols);
    const ways: Record<string, string> = {
      line: `${side} wins with a line`,
      resigned: `${loser} resigned: ${side} wins`,
      time: `${side} wins on time`,
      adjudicated: `Adjudicated: ${side} is proved to win`,
    };
    return ways[result.ending] ?? `${side} wins (${result.ending})`;
  }
  const ways: Record<string, string> = {
    "full board": "Draw: the board is full",
    "draw agreed": "Draw by agreement",
    "draw by its own rules": "Draw: the program stopped by its own rules",
    adjudicated: "Adjudicated: proved to be a draw",
    abandoned: "The game was abandoned",
  };
  return ways[result.ending] ?? result.ending;
}
