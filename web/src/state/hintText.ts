/** The hint: the server's sentence about the best move, or why there is none yet. */

import type { Analyst } from "./analyst.svelte";
import type { Geometry } from "./geometry";
import { cellIndices } from "./rules";

export function hintText({ analysis, status }: Pick<Analyst, "analysis" | "status">): string {
  if (analysis.hint !== null) return analysis.hint.text;
  switch (status.state) {
    case "unreachable":
      return "the server cannot be reached; a hint needs it.";
    case "refused":
      return status.reason;
    case "done":
    case "stopped":
      return "nothing is known of any move yet.";
    default:
      return "looking for a move …";
  }
}

/** Return the cell of the hint, then those of the lines that it is about; none while there is no hint. */
export function hintCells(geometry: Geometry, { analysis, best }: Pick<Analyst, "analysis" | "best">): number[] {
  return best === null ? [] : cellIndices(geometry, [best.cell, ...(analysis.hint?.lines.flat() ?? [])]);
}
