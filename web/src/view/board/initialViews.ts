/** The views with which a board is shown at first: those that a person chose for it before. */

import { chosenViews, keepViews } from "../../state/chosenViews";
import { storage } from "../../state/storage";
import { DEFAULT_VIEWS, isNarrow, type BoardViews } from "./boardProps";

/** Return the views chosen for a board before, by its name, or else planes and stack; in little room, the planes. */
export function initialViews(board = ""): BoardViews {
  return { ...DEFAULT_VIEWS, stack: !isNarrow(), ...chosenViews(storage, board) };
}

/** Return other views of a board, which are remembered if a person chose what is shown. */
export function rememberViews(board: string, before: BoardViews, now: BoardViews): BoardViews {
  if (now.planes !== before.planes || now.stack !== before.stack) keepViews(storage, board, now);
  return now;
}
