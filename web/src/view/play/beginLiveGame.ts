/** Start of a live game, from any part of the page. */

import { createGame } from "../../api/endpoints";
import { storeFace } from "../../state/faceChoice";
import { newGameRequest, type NewGameChoices } from "../../state/newGame";
import { router } from "../../state/router.svelte";
import { storeSeatSecrets } from "../../state/seatSecrets";
import { storage } from "../../state/storage";
import { wantBoardFocus } from "./boardFocus";

/**
 * Create a game on the server, store the secrets of its seats, and go to it. Throws the errors of `createGame`.
 *
 * @param face - whether the game shows the period face of its museum program.
 */
export async function beginLiveGame(choices: NewGameChoices, face = false): Promise<void> {
  const { game, secrets } = await createGame(newGameRequest(choices, Math.random()));
  storeSeatSecrets(storage, game.id, Object.values(secrets));
  if (face) storeFace(storage, game.id, true);
  wantBoardFocus();
  router.go({ page: "game", id: game.id, ply: null });
}
