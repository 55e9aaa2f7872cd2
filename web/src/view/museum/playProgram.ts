/** Games against the programs of the museum, on their period screens. */

import type { MuseumRoom } from "../../api/types";
import type { FirstMover } from "../../state/newGame";
import { museumProgram } from "../screens/programs";
import { beginLiveGame } from "../play/beginGame";

/** Return who may begin: as in the exhibit first, then the other side, unless the program always starts. */
export function firstMoversOf({
  name,
  seat,
}: Pick<MuseumRoom["exhibits"][number], "name" | "seat">): readonly [FirstMover, ...FirstMover[]] {
  const program = museumProgram(name);
  if (program?.alwaysStarts === true) return ["them"];
  const both = seat === "x" ? (["them", "me"] as const) : (["me", "them"] as const);
  return program?.drawsLots === true ? [...both, "random"] : both;
}

/** Begin a game against a program. Throws the errors of `createGame`. */
export async function playProgram(player: string, board: string, firstMover: FirstMover): Promise<void> {
  const common = { start: null, moves: [], opponent: player, first: player };
  await beginLiveGame({ ...common, board, firstMover, opponentKind: "computer" }, true);
}
