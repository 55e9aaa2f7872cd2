/**
 * What a record holds beside its moves, handed from where it was opened to where it is shown.
 *
 * An address has no room for comments and reasons, so they live as long as the page.
 */

import type { MoveNote } from "../api/types";
import type { LocalRoute } from "./address";

let last: { readonly key: string; readonly notes: ReadonlyMap<number, MoveNote> } | null = null;

function keyOf({ board, start, moves }: LocalRoute): string {
  return JSON.stringify([board, start, moves]);
}

/** The record that was opened last. */
export const opened = {
  /** Keep the notes of a game that is about to be shown, by ply. */
  keep(route: LocalRoute, notes: ReadonlyMap<number, MoveNote>): void {
    last = { key: keyOf(route), notes };
  },

  /** The notes of a game, null if it is not the one whose record was opened last. */
  notesOf(route: LocalRoute): ReadonlyMap<number, MoveNote> | null {
    return last?.key === keyOf(route) ? last.notes : null;
  },
};
