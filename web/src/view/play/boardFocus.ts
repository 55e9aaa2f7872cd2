/** The focus of a game that has just begun: it goes to the board, so that the keys play there at once. */

import { tick } from "svelte";

let isWanted = false;

/** Ask that the board of the game that is shown next gets the focus. */
export function wantBoardFocus(): void {
  isWanted = true;
}

/** Focus the board, if it was asked for; call it once the game is shown. */
export async function focusBoardIfWanted(): Promise<void> {
  if (!isWanted) return;
  isWanted = false;
  await tick();
  const cell = document.querySelector('main [role="gridcell"][tabindex="0"]');
  if (cell instanceof HTMLElement) cell.focus({ preventScroll: true });
}
