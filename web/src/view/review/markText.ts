/** The sentence of a marked move or a finding, with the marks that the board shows. */

import type { Side } from "../../state/geometry";

/** Return what a move did; the server's sentence calls the sides X and O, and a game of a program has other marks. */
export function markText({ text }: { readonly text: string }, sideName: (side: Side) => string): string {
  return text.replaceAll(/\b[XO]\b/g, (side) => sideName(side === "X" ? "x" : "o"));
}
