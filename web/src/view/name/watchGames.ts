/** Asks for a list of games again and again, while the page is open. */

/** Milliseconds between two requests while the page is seen, and while it is hidden. */
const SEEN = 15_000;
const HIDDEN = 60_000;
/** Milliseconds between two requests for a list that is expected to change. */
export const SOON = 4_000;

/** Refresh a list at intervals, and when the page is seen again, until the returned function is called. */
export function watchGames(refresh: () => Promise<void>, seen = SEEN): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const ask = (): void => {
    clearTimeout(timer);
    timer = setTimeout(ask, document.hidden ? HIDDEN : seen);
    void refresh();
  };
  document.addEventListener("visibilitychange", ask);
  ask();
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", ask);
  };
}
