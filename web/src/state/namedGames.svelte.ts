/** The games of this browser's name, as reactive state. */

import { listGames } from "../api/endpoints";
import type { NamedGame } from "../api/types";
import { ownName } from "./ownName.svelte";

/** Return whether a game waits for a move of this name against another person. A computer always waits, so it does not count. */
export function isDue({ to_move: turn, sides, seats }: NamedGame): boolean {
  return turn !== null && sides.length === 1 && sides[0] === turn && seats[turn === "x" ? "o" : "x"].kind === "person";
}

/** The games of the name. */
class NamedGames {
  /** The games, running ones first; empty without a name. */
  all: readonly NamedGame[] = $state.raw([]);

  /** The games that wait for a move. */
  readonly due: readonly NamedGame[] = $derived(this.all.filter(isDue));

  /** Called with a game that begins to wait for a move while the page is open. */
  onDue: (game: NamedGame) => void = () => undefined;

  /** Whether the server has answered: games that waited before are no news. */
  #isKnown = false;

  /** Ask the server. */
  async refresh(): Promise<void> {
    const { secret } = ownName;
    if (secret === null) {
      this.all = [];
      return;
    }
    try {
      const { games, name } = await ownName.asking(() => listGames(secret));
      if (secret !== ownName.secret) return;
      const known = this.#isKnown ? new Set(this.due.map(({ id }) => id)) : null;
      this.all = games;
      this.#isKnown = true;
      for (const game of this.due) if (known?.has(game.id) === false) this.onDue(game);
      // The owner of the server may have changed it.
      if (name !== ownName.owned?.name) ownName.keep({ name, secret });
    } catch {
      // The list stays as it was; the next request may succeed.
      if (ownName.secret === null) this.all = [];
    }
  }

  /** Return the next game that waits for a move, after the one that is shown; null if no other does. */
  next(shown: string | null): NamedGame | null {
    const at = this.due.findIndex(({ id }) => id === shown);
    const other = this.due[(at + 1) % this.due.length];
    return other === undefined || other.id === shown ? null : other;
  }
}

/** The page's only list. */
export const namedGames = new NamedGames();
