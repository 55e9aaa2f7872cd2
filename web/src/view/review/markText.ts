/** The sentence of a marked move, with the marks that the board shows. */

import type { MarkMessage } from "../../api/types";
import type { Side } from "../../state/geometry";

/** Return what a marked move did; the server's sentence calls the winner X or O, and a game of a program has other marks. */
export function markText({ text }: Pick<MarkMessage, "text">, sideName: (side: Side) => string): string {
  return text.replaceAll(/\b([XO]) wins\b/g, (_, side: string) => `${sideName(side === "X" ? "x" : "o")} wins`);
}
