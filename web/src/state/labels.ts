/** The labels on cells: the values and the estimates of an analysis, and a museum program's own numbers. */

import type { CellMessage } from "../api/types";
import type { Geometry } from "./geometry";

/**
 * The text on an empty cell. `proved` is a label of the solver (`W3`, `L6`, `D`, `W≤7`, `?`); `heuristic` is an
 * estimate, always drawn in italics after a `~`; `points` are a museum program's own numbers.
 */
export interface Label {
  readonly text: string;
  readonly kind: "proved" | "heuristic" | "points";
}

/** Return the label of a cell: its value, or the estimate if the value is not known. */
export function labelOf(found: CellMessage): Label {
  if (found.outcome !== "unknown" || found.chance === null) {
    return { text: found.label, kind: "proved" };
  }
  return { text: `~${String(found.chance)}`, kind: "heuristic" };
}

/** Return the labels of a position's cells, by cell. */
export function labelsOf(cells: Readonly<Record<string, CellMessage>>, geometry: Geometry): ReadonlyMap<number, Label> {
  const labels = Object.entries(cells).map(([name, found]) => [geometry.cells.indexOf(name), labelOf(found)] as const);
  return new Map(labels.filter(([cell]) => cell !== -1));
}

/** Return the text of a label. The text of an estimate begins with `~`, which marks it as not proved. */
export function labelText({ text, kind }: Label): string {
  return kind === "heuristic" && !text.startsWith("~") ? `~${text}` : text;
}
