/** Who may begin a game against a program of the museum. */

import type { MuseumRoom } from "../../api/types";
import type { FirstMover } from "../../state/newGame";
import { museumProgram } from "../screens/programs";

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
