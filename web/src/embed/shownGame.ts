/** The game that the attributes of `<hyperoxo-board>` name, or why it cannot be shown. */

import { DEFAULT_BOARD, movesIn } from "../state/address";
import { geometryOf, type Geometry } from "../state/geometry";
import { boardTable } from "../state/lines";
import { emptyPosition, readPosition } from "../state/position";
import * as rules from "../state/rules";
import { THEMES } from "../state/themes";
import { readBoard } from "../state/typed";

/** The attributes that are read. `ending`, `winner` and `fault` are the server's, `framed` is read by the style. */
export const ATTRIBUTES = ["board", "start", "moves", "ply", "theme", "ending", "winner", "fault"] as const;

/** The attributes as they were given, null where one is missing. */
export type Given = Record<(typeof ATTRIBUTES)[number], string | null>;

export interface ShownGame {
  readonly geometry: Geometry;
  readonly moves: readonly number[];
  readonly positions: readonly rules.GamePosition[];
  readonly ply: number;
  /** The end that was declared after the last move, null if there is none. */
  readonly declared: rules.GameResult | null;
  /** A line that says why an empty board is shown in place of the game; empty if the game is shown. */
  readonly fault: string;
}

export function shownGame(given: Given): ShownGame {
  const { board, fault } = readBoard(given.board ?? DEFAULT_BOARD);
  const refused = board === null ? (fault ?? "The board has no name.") : "";
  const geometry = geometryOf(boardTable(board ?? DEFAULT_BOARD));
  try {
    if (given.fault !== null) throw new Error(given.fault);
    if (refused === "") return { geometry, ...played(geometry, given), declared: declaredEnd(given), fault: "" };
    return unshown(geometry, refused);
  } catch (error) {
    return unshown(geometry, `This cannot be shown: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function unshown(geometry: Geometry, fault: string): ShownGame {
  const positions = [rules.gamePosition(geometry, emptyPosition(geometry.cells.length))];
  return { geometry, moves: [], positions, ply: 0, declared: null, fault };
}

/** Return the moves with their positions and the ply; throw an error that names what cannot be. */
function played(geometry: Geometry, given: Given): Pick<ShownGame, "moves" | "positions" | "ply"> {
  const start = given.start ? readPosition(geometry.cells.length, given.start) : emptyPosition(geometry.cells.length);
  const impossible = rules.positionFault(geometry, start);
  if (impossible !== null) throw impossible;
  const moves = rules.cellIndices(geometry, movesIn(geometry.name, given.moves ?? ""));
  let position = rules.gamePosition(geometry, start);
  const positions = [position, ...moves.map((cell) => (position = rules.playCell(geometry, position, cell)))];
  const ply = given.ply ? Number(/^\d{1,3}$/.exec(given.ply)?.[0] ?? NaN) : moves.length;
  if (!(ply <= moves.length))
    throw new Error(`the game has no ply ${given.ply ?? ""}: it has ${String(moves.length)} moves`);
  if (given.theme && !THEMES.some((theme) => theme === given.theme))
    throw new Error(`there is no theme ${given.theme}: there are ${THEMES.join(", ")}`);
  return { moves, positions, ply };
}

function declaredEnd({ ending, winner }: Given): rules.GameResult | null {
  if (!ending || rules.isBoardEnding({ ending })) return null;
  return { ending, winner: winner === "x" || winner === "o" ? winner : null };
}
