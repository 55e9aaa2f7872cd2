/** The panels of a game. */

import type { GameSession } from "../../state/gameSession";

export type PanelName = "Moves" | "Think" | "Review" | "Share";

/** Return the panels that a game has now. */
export function panelsOf(session: GameSession): readonly PanelName[] {
  return session.canReview ? ["Moves", "Think", "Review", "Share"] : ["Moves", "Think", "Share"];
}

/** The address of the game whose review its player left to try a move. */
let reviewed = "";

/** Remember that the player leaves a game's review for a game from one of its plies. */
export function leaveReview(): void {
  reviewed = location.pathname;
}

/** Return the panel that a game opens with: its review for a player who comes back to it, the analysis if cells are labelled. */
export function firstPanel(isLabelled: boolean): PanelName {
  if (location.pathname === reviewed) return "Review";
  return isLabelled ? "Think" : "Moves";
}
