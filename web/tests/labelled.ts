/** Values of moves, by their labels. */

import type { CellMessage } from "../src/api/types";

/** Return the value of a move whose label is `W7`, `L≤12`, `D` or `?`, as an analysis or a proof has it. */
export function labelled(label: string): CellMessage {
  const [, letter = "?", bound, plies] = /^(.)(≤?)(\d*)$/u.exec(label) ?? [];
  const outcome = ({ W: "win", L: "loss", D: "draw" } as const)[letter] ?? "unknown";
  const known = plies === "" ? (outcome === "unknown" ? null : 9) : Number(plies);
  return {
    outcome,
    plies: known,
    exact: bound === "" && outcome !== "unknown",
    label,
    chance: null,
    words: label,
    line: [],
  };
}
