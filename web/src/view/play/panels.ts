/** The panels of a game. */

import type { GameSession } from "../../state/gameSession";

export type PanelName = "Moves" | "Think" | "Review" | "Share";

/** Return the panels that a game has now. */
export function panelsOf(session: GameSession): readonly PanelName[] {
  return session.canReview ? ["Moves", "Think", "Review", "Share"] : ["Moves", "Think", "Share"];
}
