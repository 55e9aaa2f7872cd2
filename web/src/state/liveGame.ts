/**
 * A live game as a fold of what the server sends: a snapshot, and after it one event at a time.
 *
 * Events are applied in the order of their numbers and without asking whether they are allowed: the server has done that.
 */

import type { GameEvent, MoveNote, Snapshot } from "../api/types";
import { isBoardEnding, type GameResult } from "./rules";
import { opponentOf } from "./threats";

/** A live game after its event `number`. */
export interface LiveGame extends Omit<Snapshot, "result"> {
  /** An end that was declared after the last of all moves, null if there is none. */
  readonly declared: GameResult | null;
  /**
   * Whether it is known if an end was declared. It is not where moves were undone before the snapshot was made, because a
   * snapshot has the end at its own ply alone.
   */
  readonly isEndKnown: boolean;
}

/** Return a snapshot as the beginning of a fold. */
export function fromSnapshot({ result, ...rest }: Snapshot): LiveGame {
  const declared = result !== null && !isBoardEnding(result) ? result : null;
  return { ...rest, declared, isEndKnown: rest.ply === rest.moves.length };
}

/** Return the game after one more event. */
export function applyEvent(game: LiveGame, event: GameEvent): LiveGame {
  return { ...changed(game, event), number: event.number };
}

/** Whether a new snapshot has to be requested: it is at a ply where an end may have been declared before it was known. */
export function needsSnapshot(game: LiveGame): boolean {
  return !game.isEndKnown && game.ply === game.moves.length;
}

function changed(game: LiveGame, event: GameEvent): LiveGame {
  switch (event.kind) {
    case "played": {
      const moves = [...game.moves.slice(0, event.ply - 1), event.cell];
      const notes = withNote(notesBefore(game.notes, event.ply), event.ply, event.note);
      return withoutOffers({
        ...game,
        moves,
        notes,
        ply: event.ply,
        to_move: opponentOf(game.to_move),
        declared: null,
        isEndKnown: true,
      });
    }
    case "undone":
      // The end alone was taken back if the game stays at its ply.
      return withoutOffers({ ...atPly(game, event.ply), declared: event.ply === game.ply ? null : game.declared });
    case "redone":
      return withoutOffers(atPly(game, event.ply));
    case "claimed":
      return event.by === null
        ? game
        : withSeat(game, event.by, { kind: "person", player: null, name: null, connected: true });
    case "seated":
      return withoutOffers(
        withSeat(game, event.side, {
          kind: event.player === null ? "open" : "player",
          player: event.player,
          name: event.player,
          connected: event.player !== null,
        }),
      );
    case "swapped":
      return withoutOffers({ ...game, seats: { x: game.seats.o, o: game.seats.x } });
    case "offered":
      return event.by === null
        ? game
        : { ...game, offers: [...game.offers, { what: event.what, by: event.by, note: event.note }] };
    case "answered":
    case "withdrawn":
      return { ...game, offers: game.offers.filter(({ what }) => what !== event.what) };
    case "ended": {
      const ended = withoutOffers({
        ...game,
        declared: { ending: event.ending, winner: event.winner },
        isEndKnown: true,
      });
      const words = event.note === null || event.by === null ? [] : [{ by: event.by, note: event.note }];
      return { ...ended, moves: game.moves.slice(0, game.ply), closing: words };
    }
    case "remarked":
      return event.by === null ? game : { ...game, closing: [...game.closing, { by: event.by, note: event.note }] };
    case "paced":
      return { ...game, delay: event.delay };
    case "rematched":
      return { ...game, rematch: event.game };
    case "created":
      return game;
  }
}

/** Drop offers and closing words, which refer to the game as it was. */
function withoutOffers(game: LiveGame): LiveGame {
  return { ...game, offers: [], closing: [] };
}

function atPly(game: LiveGame, ply: number): LiveGame {
  const isOdd = (game.ply - ply) % 2 !== 0;
  return { ...game, ply, to_move: isOdd ? opponentOf(game.to_move) : game.to_move };
}

function withSeat(game: LiveGame, side: "x" | "o", seat: LiveGame["seats"]["x"]): LiveGame {
  return { ...game, seats: { ...game.seats, [side]: seat } };
}

function notesBefore(notes: Snapshot["notes"], before: number): Snapshot["notes"] {
  return Object.fromEntries(Object.entries(notes).filter(([ply]) => Number(ply) < before));
}

function withNote(notes: Snapshot["notes"], ply: number, note: MoveNote | null): Snapshot["notes"] {
  return note === null ? notes : { ...notes, [ply]: note };
}
