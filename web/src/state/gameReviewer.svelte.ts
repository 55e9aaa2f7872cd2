/**
 * The review of one game, as reactive state.
 *
 * It begins when it is asked for, goes on in the background, and is kept in the browser when it has ended.
 */

import type { GameRef, ReviewRequest, ReviewResult } from "../api/types";
import { socketAddress } from "../api/reconnectingSocket";
import { RequestSocket, type RequestStatus } from "../api/requestSocket";
import { keepReview, keptReview, type KnownReview } from "./reviewStorage";
import { storage } from "./storage";

export type ReviewStatus = { readonly state: "idle" | "working" | "done" } | RequestStatus;

export class GameReviewer {
  #game: GameRef | null = null;
  /** What is known; null before the first result. */
  known: KnownReview | null = $state.raw(null);
  status: ReviewStatus = $state.raw({ state: "idle" });
  /** Whether a review that has ended was not cut short by the time limit of the server. */
  complete = $state(true);
  readonly #socket: RequestSocket<ReviewRequest, ReviewResult>;

  constructor() {
    this.#socket = new RequestSocket(socketAddress("/review"), {
      received: (message) => this.#receive(message),
      changed: (status) => (this.status = status),
    });
  }

  /** Review a game; a review that is kept in the browser is shown at once. */
  review(game: GameRef): void {
    if (this.#game !== null && JSON.stringify(this.#game) === JSON.stringify(game)) return;
    this.#game = game;
    this.known = null;
    const kept = keptReview(storage, game);
    if (kept === null) {
      this.#ask(game);
    } else {
      this.#socket.cancel();
      this.known = kept.known;
      this.complete = kept.complete;
      this.status = { state: "done" };
    }
  }

  /** Try to reconnect to the server at once, or review again after a refusal. */
  retry(): void {
    if (this.status.state === "refused" && this.#game !== null) this.#ask(this.#game);
    else this.#socket.retry();
  }

  #ask(game: GameRef): void {
    this.status = { state: "working" };
    this.#socket.ask({ type: "review", ...game });
  }

  #receive(message: ReviewResult): void {
    const { values, marks, key_moves, sections, progress } = message;
    const known = { values, marks, key_moves, sections, progress };
    this.known = known;
    if (message.type === "progress") {
      this.status = { state: "working" };
      return;
    }
    this.complete = message.complete;
    this.status = { state: "done" };
    if (this.#game !== null) keepReview(storage, this.#game, { known, complete: message.complete });
    this.#socket.close();
  }
}

/** The reviewer of the page: a review goes on while its panel is hidden, until another one begins. */
export const gameReviewer = new GameReviewer();
