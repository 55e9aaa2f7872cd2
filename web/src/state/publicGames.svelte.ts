/** The public games of the server, as reactive state. */

import { ApiError } from "../api/client";
import { listChallenges } from "../api/endpoints";
import type { GameLists } from "../api/types";

class PublicGames {
  /** The lists as they were last read, null before the first answer. */
  lists: GameLists | null = $state.raw(null);

  /** Why the server gives a page of another version no lists, in a sentence; empty if it gives them. */
  outdated = $state("");

  /** Whether there is someone to meet, or may be: other machines can reach the server. */
  readonly isShown: boolean = $derived.by(() => {
    const { lists } = this;
    return lists !== null && (lists.reachable || lists.challenges.length > 0 || lists.running.length > 0);
  });

  /** The address at which other machines reach the server: null if none is known, undefined before the first answer. */
  readonly forOthers: string | null | undefined = $derived(this.lists?.for_others);

  /** Return a link to this site at the address for others. */
  linkForOthers(link: string): string {
    const { pathname, search } = new URL(link);
    return this.forOthers == null ? link : new URL(pathname + search, this.forOthers).href;
  }

  /** Ask the server; if that fails, the lists stay as they were. */
  async refresh(): Promise<void> {
    try {
      this.lists = await listChallenges();
      this.outdated = "";
    } catch (error) {
      if (error instanceof ApiError && error.subject === "page") this.outdated = error.message;
    }
  }
}

export const publicGames = new PublicGames();
