/** Start of a game, from any part of the page: a live one on the server, and the focus on the board of any new game. */

import { tick } from "svelte";

import { createGame } from "../../api/endpoints";
import { showsScreen, storeScreen } from "../../state/screenChoice";
import { cellNames } from "../../state/geometry";
import type { LiveSession } from "../../state/liveSession.svelte";
import { movesOfPath } from "../../state/moveTree";
import { newGameRequest, type FirstMover, type NewGameChoices } from "../../state/newGame";
import { ownName } from "../../state/ownName.svelte";
import { writeStart } from "../../state/position";
import { router } from "../../state/router.svelte";
import { opponentOf } from "../../state/rules";
import { storeSeatSecrets } from "../../state/seatSecrets";
import { storage } from "../../state/storage";

/**
 * Create a game on the server, store the secrets of its seats, and go to it. Throws the errors of `createGame`.
 *
 * @param screen - whether the game shows the period screen of its museum program.
 */
export async function beginLiveGame(choices: NewGameChoices, screen = false): Promise<void> {
  const request = newGameRequest(choices, Math.random());
  const { game, secrets } = await ownName.asking((name) => createGame({ ...request, name }));
  storeSeatSecrets(storage, game.id, Object.values(secrets));
  if (screen) storeScreen(storage, game.id, true);
  wantBoardFocus();
  router.go({ page: "game", id: game.id, ply: null });
}

/** Begin a game against a program of the museum, on its period screen. Throws the errors of `createGame`. */
export async function playProgram(player: string, board: string, firstMover: FirstMover): Promise<void> {
  const common = { start: null, moves: [], opponent: player, first: player };
  await beginLiveGame({ ...common, board, firstMover, opponentKind: "computer" }, true);
}

/**
 * Play a live game again from one of its plies, against the same opponent: a computer, a person by another link; a
 * spectator plays both sides at this screen. Throws the errors of `createGame`.
 */
export async function playFrom(session: LiveSession, ply: number): Promise<void> {
  const { geometry, start, tree, game } = session;
  const moves = cellNames(geometry, movesOfPath(tree).slice(0, ply));
  const from = { board: geometry.name, start: writeStart(start), moves };
  const [own] = session.ownSides;
  if (own === undefined) {
    router.go({ page: "play", ...from, ply });
    return;
  }
  const computer = game.seats[opponentOf(own)].player;
  const { strict, clock } = game.settings;
  const choices = {
    ...from,
    opponentKind: computer === null ? "link" : "computer",
    opponent: computer ?? "",
    first: computer ?? "",
    firstMover: own === "x" ? "me" : "them",
    settings: { strict, clock },
  } as const;
  await beginLiveGame(choices, showsScreen(storage, game.id));
}

/** Whether the board of the next game gets the focus, so that the keys play there. */
let isWanted = false;

/** Ask that the board of the game that is shown next gets the focus. */
export function wantBoardFocus(): void {
  isWanted = true;
}

/** Focus the board, if it was asked for; call it once the game is shown. */
export async function focusBoardIfWanted(): Promise<void> {
  if (!isWanted) return;
  isWanted = false;
  await tick();
  const cell = document.querySelector('main [role="gridcell"][tabindex="0"]');
  if (cell instanceof HTMLElement) cell.focus({ preventScroll: true });
}
