/** The hint as a sentence: the best move of an analysis, its value and why, or why there is none yet. */

import type { Analyst } from "./analyst.svelte";
import type { BestMove } from "./bestMove";
import { sideName, type Geometry, type Symbols } from "./geometry";
import { labelOf, labelText } from "./labels";
import { opponentOf, type GamePosition } from "./rules";
import { completions } from "./threats";

/**
 * Return the hint for a position.
 *
 * @param analyst - the analysis of the position.
 * @param symbols - the marks of a museum program, null for X and O.
 */
export function hintText(
  geometry: Geometry,
  position: GamePosition,
  { best, status }: Pick<Analyst, "best" | "status">,
  symbols: Symbols | null,
): string {
  if (best !== null) return moveText(geometry, position, best, symbols);
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

/** Return the best move, with its label and the reason for it. */
function moveText(geometry: Geometry, position: GamePosition, best: BestMove, symbols: Symbols | null): string {
  const { stones, toMove } = position;
  const label = labelOf(best.found);
  const value = label === null ? "" : ` (${labelText(label)})`;
  const cell = geometry.cells.indexOf(best.cell);
  const { [toMove]: wins, [opponentOf(toMove)]: blocks } = completions(geometry, stones);
  const reasons: Record<typeof best.found.outcome, string> = {
    win: "a proved win",
    draw: "a proved draw",
    loss: "every move loses, and this one lasts longest, as far as is known",
    unknown: "the best guess; nothing better is proved",
  };
  const reason = wins.has(cell)
    ? "it completes a line"
    : blocks.has(cell)
      ? `${sideName(opponentOf(toMove), symbols)} would complete a line there`
      : reasons[best.found.outcome];
  return `${best.cell}${value}: ${reason}.`;
}
