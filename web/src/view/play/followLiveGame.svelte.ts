/** What this browser remembers of a live game while it is open: its place in the lists, and its seats in a rematch. */

import { untrack } from "svelte";

import { writeAddress } from "../../state/address";
import type { Symbols } from "../../state/geometry";
import { boardText } from "../../state/knownBoards";
import type { LiveSession } from "../../state/liveSession.svelte";
import { namedGames } from "../../state/namedGames.svelte";
import { ownName } from "../../state/ownName.svelte";
import { writePosition } from "../../state/position";
import { storeRecentGame } from "../../state/recentGames";
import { showsScreen, storeScreen } from "../../state/screenChoice";
import { seatSecrets, storeSeatSecrets } from "../../state/seatSecrets";
import { storage } from "../../state/storage";
import { notifyTurn } from "../name/notifications";
import { endHeadline } from "../review/endText";
import { opponentText, recordTags } from "./liveText";

/** Let this browser hold its seats in a rematch too: another game, with the same secrets. */
export function keepSeats(game: string, rematch: string): void {
  storeSeatSecrets(storage, rematch, seatSecrets(storage, game));
  if (showsScreen(storage, game)) storeScreen(storage, rematch, true);
}

/** Follow a game while the component that calls this is shown. */
export function followLiveGame(session: LiveSession, symbols: () => Symbols | null): void {
  // The start page lists the games of this browser. A game with a computer is listed from the first own move on: until
  // then a new one is as good. A game between people is listed at once, since its link was sent.
  $effect(() => {
    const isBegun = session.ownSides.length > 0 && (session.hasMoved || session.isBetweenPeople);
    if (!isBegun && !session.isHost) return;
    const address = writeAddress({ page: "game", id: session.game.id, ply: null });
    const { geometry, ply, end } = session;
    storeRecentGame(storage, {
      key: address,
      address,
      board: geometry.name,
      opponent: opponentText(session),
      moves: ply,
      result: end === null ? "" : endHeadline(session, end, recordTags(session), symbols()),
      position: writePosition(session.position),
      at: Date.now(),
    });
  });

  // The list of games, and the number in the tab's title, follow each turn of this game, and its end.
  const turn = $derived(session.headResult === null ? session.dueSide : null);
  const ply = $derived(session.ply);
  $effect(() => {
    const now = { to_move: turn, moves: ply };
    untrack(() => {
      if (session.ownSides.length === 0) return;
      const { geometry, game, isBetweenPeople, isPending } = session;
      namedGames.follow(game.id, now);
      // A game with a computer never waits for this person, so that only the list of a name changes. The server may not
      // have a pending move yet.
      if (!isPending && (ownName.owned !== null || isBetweenPeople)) void namedGames.refresh();
      if (session.opponent !== null && session.canPlay)
        notifyTurn(game.id, boardText(geometry.name), opponentText(session));
    });
  });

  $effect(() => {
    const { id, rematch } = session.game;
    if (rematch !== null) keepSeats(id, rematch);
  });
}
