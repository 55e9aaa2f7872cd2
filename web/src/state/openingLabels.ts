/** The labels of the explorer of openings. */

import type { Continuation } from "../api/types";
import type { Geometry } from "./geometry";
import type { Label } from "./labels";

/** Return the labels of the moves from an opening, by cell: letters, and none to be seen where nothing is proved. */
export function openingLabels(geometry: Geometry, continuations: readonly Continuation[]): ReadonlyMap<number, Label> {
  const labels = new Map<number, Label>();
  for (const { cells, value } of continuations) {
    const label: Label =
      value.source === null
        ? { text: "", kind: "points", spoken: "not proved" }
        : { text: value.label, kind: "proved", spoken: value.words, isShort: true };
    for (const cell of cells) labels.set(geometry.cells.indexOf(cell), label);
  }
  return labels;
}
