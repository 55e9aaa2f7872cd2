/** The width of the viewport, for what styles alone cannot decide. */

import { DEFAULT_VIEWS, type BoardViews } from "../board/boardProps";

/** Whether the page stands in one column, as its styles have it from the same width on. */
export function isNarrow(): boolean {
  return matchMedia("(max-width: 60rem)").matches;
}

/** Return the views with which a board is shown at first: where there is little room, its planes alone. */
export function initialViews(): BoardViews {
  return { ...DEFAULT_VIEWS, stack: !isNarrow() };
}
