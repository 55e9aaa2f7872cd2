/** Asks for a list of games again and again, while the page is open. */

import { after, TIMES } from "../../timers";

/** Refresh a list at intervals, and when the page is seen again, until the returned function is called. */
export function watchGames(refresh: () => Promise<void>, seen: number = TIMES.poll): () => void {
  let cancel: (() => void) | undefined;
  const ask = (): void => {
    cancel?.();
    cancel = after(document.hidden ? TIMES.pollHidden : seen, ask);
    void refresh();
  };
  document.addEventListener("visibilitychange", ask);
  ask();
  return () => {
    cancel?.();
    document.removeEventListener("visibilitychange", ask);
  };
}
