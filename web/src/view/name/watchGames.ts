/** Asks for the games of this browser's name again and again, while the page is open. */

import { boardText } from "../../state/knownBoards";
import { namedGames } from "../../state/namedGames.svelte";
import { notifyTurn } from "./notifications";
import { opponentName } from "../play/namedGameText";

/** Milliseconds between two requests while the page is seen, and while it is hidden. */
const SEEN = 15_000;
const HIDDEN = 60_000;

/** Refresh the list at intervals, and when the page is seen again, until the returned function is called. */
export function watchGames(): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const ask = (): void => {
    clearTimeout(timer);
    timer = setTimeout(ask, document.hidden ? HIDDEN : SEEN);
    void namedGames.refresh();
  };
  document.addEventListener("visibilitychange", ask);
  namedGames.onDue = (game) => {
    notifyTurn(game.id, boardText(game.board), opponentName(game));
  };
  ask();
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", ask);
  };
}
