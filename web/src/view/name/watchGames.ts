/** Asks for a list of games again and again, while the page is open. */

/** Milliseconds between two requests while the page is seen, and while it is hidden. */
const SEEN = 15_000;
const HIDDEN = 60_000;

/** Refresh a list at intervals, and when the page is seen again, until the returned function is called. */
export function watchGames(refresh: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const ask = (): void => {
    clearTimeout(timer);
    timer = setTimeout(ask, document.hidden ? HIDDEN : SEEN);
    void refresh();
  };
  document.addEventListener("visibilitychange", ask);
  ask();
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", ask);
  };
}
