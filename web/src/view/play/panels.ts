/** The panels of a game, and what it offers behind *More*. */

import type { GameSession } from "../../state/gameSession";

/** Where a player stands in the rail. */
export type Place = "over" | "below";

export type PanelName = "Moves" | "Review" | "Share";

/** What a kind of game offers behind *More*: an action, or an address to open. */
export interface Entry {
  readonly name: string;
  readonly run?: () => void;
  readonly address?: string;
}

/** Return the panels that a game has now in place of its moves. */
export function panelsOf(session: GameSession): readonly PanelName[] {
  return session.canReview ? ["Review", "Share"] : ["Share"];
}

/** The address of the game whose review its player left to try a move. */
let reviewed = "";

/** Remember that the player leaves a game's review for a game from one of its plies. */
export function leaveReview(): void {
  reviewed = location.pathname;
}

/** Return the panel that a game opens with: its review for a player who comes back to it. */
export function firstPanel(): PanelName {
  return location.pathname === reviewed ? "Review" : "Moves";
}
