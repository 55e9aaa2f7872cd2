/** The labels on cells: values that an analysis has found, its estimates, and a museum program's own numbers. */

import type { CellMessage } from "../api/types";
import type { Geometry } from "./geometry";

/**
 * What is written on an empty cell. `proved` is a label of the solver (`W3`, `L6`, `D`, `W≤7`, `?`); `heuristic` is an
 * estimate, and is always drawn in italics behind a `~`; `points` are a museum program's own numbers.
 */
export interface Label {
  readonly text: string;
  readonly kind: "proved" | "heuristic" | "points";
}

/** Return what to write on a cell: its label, or the guess that stands in for one, which never looks like it. */
export function labelOf(found: CellMessage): Label {
  if (found.outcome !== "unknown" || found.promise === null) {
    return { text: found.label, kind: "proved" };
  }
  return { text: `~${String(Math.round(found.promise * 100))}`, kind: "heuristic" };
}

/** Return what to write on the cells of a position, by cell. */
export function labelsOf(cells: Readonly<Record<string, CellMessage>>, geometry: Geometry): ReadonlyMap<number, Label> {
  const labels = Object.entries(cells).map(([name, found]) => [geometry.cells.indexOf(name), labelOf(found)] as const);
  return new Map(labels.filter(([cell]) => cell !== -1));
}

/** Return a label as it is written: an estimate has a `~`, and so never looks like something proved. */
export function labelText({ text, kind }: Label): string {
  return kind === "heuristic" && !text.startsWith("~") ? `~${text}` : text;
}
