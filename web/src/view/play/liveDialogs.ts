/** What a live game offers behind *More*, most with a dialogue of its own. */

import { SIDES, type Side } from "../../state/geometry";
import type { LiveSession } from "../../state/liveSession.svelte";
import type { Entry } from "./panels";

export type LiveDialog = "end" | "seat" | "new";

export function computersOf(session: LiveSession): readonly Side[] {
  return SIDES.filter((side) => session.game.seats[side].kind === "player");
}

/** Return what a game offers now; `open` opens a dialogue. */
export function liveEntries(session: LiveSession, open: (dialog: LiveDialog) => void): readonly Entry[] {
  const isSeated = session.ownSides.length > 0;
  const takesPart = isSeated || session.isHost;
  const entry = (name: string, dialog: LiveDialog): Entry => ({ name, run: () => open(dialog) });
  return [
    ...(takesPart && session.headResult === null ? [entry("End it …", "end")] : []),
    ...(takesPart && computersOf(session).length > 0
      ? [entry(isSeated ? "Opponent, sides …" : "Players …", "seat")]
      : []),
    entry("New game", "new"),
  ];
}
