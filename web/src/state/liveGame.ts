/**
 * The state of a live game, computed from the server's messages: a snapshot, then one event at a time.
 *
 * Events are applied in the order of their numbers. The server has checked them, so they are not checked again.
 */

import type { GameEvent, MoveNote, SeriesScore, Snapshot } from "../api/types";
import { isBoardEnding, opponentOf, type GameResult } from "./rules";

/** The stones that one person places under the pie rule. */
export const PIE_STONES = 3;
const NO_SCORE: SeriesScore = { x: 0, o: 0, draws: 0 };

/** A live game after its event `number`. */
export interface LiveGame extends Omit<Snapshot, "result"> {
  /** The end that was declared after the last move, null if there is none. */
  readonly declared: GameResult | null;
  /**
   * Whether `declared` is known. A snapshot contains an end only at its own ply, so the end is unknown if moves were
   * undone before the snapshot.
   */
  readonly isEndKnown: boolean;
}

export function fromSnapshot({ result, ...rest }: Snapshot): LiveGame {
  const declared = result !== null && !isBoardEnding(result) ? result : null;
  return { ...rest, declared, isEndKnown: rest.ply === rest.moves.length };
}

export function applyEvent(game: LiveGame, event: GameEvent): LiveGame {
  return { ...changed(game, event), number: event.number };
}

/** Return whether a new snapshot is needed, because an end may have been declared at the game's present ply. */
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
        pie: game.pie === "placing" && event.ply >= PIE_STONES ? "choosing" : game.pie,
        to_move: opponentOf(game.to_move),
        declared: null,
        isEndKnown: true,
      });
    }
    case "undone":
      // If the ply does not change, only the declared end was taken back.
      return withoutOffers({ ...atPly(game, event.ply), declared: event.ply === game.ply ? null : game.declared });
    case "redone":
      return withoutOffers(atPly(game, event.ply));
    case "claimed":
      return event.by === null
        ? game
        : withSeat(game, event.by, { kind: "person", player: null, name: null, connected: true });
    case "seated":
      return withoutOffers({
        ...withSeat(game, event.side, {
          kind: event.player === null ? "open" : "player",
          player: event.player,
          name: event.player,
          connected: event.player !== null,
        }),
        score: NO_SCORE,
      });
    case "swapped":
      return swapped(game);
    case "chosen": {
      const chosen = { ...game, pie: null, taken: event.side };
      return event.side === event.by ? chosen : swapped(chosen);
    }
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
      return { ...game, settings: { ...game.settings, delay: event.delay } };
    case "rematched":
      return { ...game, rematch: event.game };
    case "created":
      return game;
  }
}

function swapped(game: LiveGame): LiveGame {
  const { seats, score } = game;
  const swappedScore = { ...score, x: score.o, o: score.x };
  return withoutOffers({ ...game, seats: { x: seats.o, o: seats.x }, score: swappedScore });
}

/** Return the results of the series with this game, given the result that it has now. */
export function scoreAfter({ score }: LiveGame, result: GameResult | null): SeriesScore {
  if (result === null || result.ending === "abandoned") return score;
  const won = result.winner ?? "draws";
  return { ...score, [won]: score[won] + 1 };
}

/** Remove the offers and closing words, which referred to the earlier position. */
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
