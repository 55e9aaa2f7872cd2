/**
 * The review of one game, as reactive state.
 *
 * It begins when it is asked for, goes on in the background, and is kept in the browser when it has ended.
 */

import { ReviewSocket, type GameRef, type ReviewFindings } from "../api/reviewSocket";
import { keepReview, keptReview } from "./reviewStorage";
import { storage } from "./storage";

/** The status of a review. */
export type ReviewStatus =
  | { readonly state: "idle" | "working" | "done" | "unreachable" }
  | { readonly state: "queued"; readonly before: number }
  | { readonly state: "refused"; readonly reason: string };

/** A reviewer of one game at a time. */
export class GameReviewer {
  #game: GameRef | null = null;
  #findings: ReviewFindings | null = $state.raw(null);
  #status: ReviewStatus = $state.raw({ state: "idle" });
  #complete = $state(true);
  readonly #socket: ReviewSocket;

  constructor() {
    this.#socket = new ReviewSocket({
      progress: (findings) => {
        this.#findings = findings;
        this.#status = { state: "working" };
      },
      done: (findings, complete) => {
        this.#finish(findings, complete);
      },
      queued: (before) => {
        this.#status = { state: "queued", before };
      },
      refused: (reason) => {
        this.#status = { state: "refused", reason };
      },
      connectionChanged: (state) => {
        if (state === "lost" && this.#isUnfinished) this.#status = { state: "unreachable" };
      },
    });
  }

  /** What is known; null before the first result. */
  get findings(): ReviewFindings | null {
    return this.#findings;
  }

  get status(): ReviewStatus {
    return this.#status;
  }

  /** Whether a review that has ended was not cut short by the time limit of the server. */
  get complete(): boolean {
    return this.#complete;
  }

  /** Review a game; a review that is kept in the browser is shown at once. */
  review(game: GameRef): void {
    if (this.#game !== null && JSON.stringify(this.#game) === JSON.stringify(game)) return;
    this.#game = game;
    this.#findings = null;
    const kept = keptReview(storage, game);
    if (kept === null) {
      this.#status = { state: "working" };
      this.#socket.review(game);
    } else {
      this.#socket.cancel();
      this.#findings = kept.findings;
      this.#complete = kept.complete;
      this.#status = { state: "done" };
    }
  }

  /** Try to reconnect to the server at once, or review again after a refusal. */
  retry(): void {
    if (this.#status.state === "refused" && this.#game !== null) {
      this.#status = { state: "working" };
      this.#socket.review(this.#game);
    } else {
      this.#socket.retry();
    }
  }

  get #isUnfinished(): boolean {
    return this.#game !== null && this.#status.state !== "done" && this.#status.state !== "refused";
  }

  #finish(findings: ReviewFindings, complete: boolean): void {
    this.#findings = findings;
    this.#complete = complete;
    this.#status = { state: "done" };
    if (this.#game !== null) keepReview(storage, this.#game, { findings, complete });
    this.#socket.close();
  }
}

/** The reviewer of the page: a review goes on while its panel is hidden, until another one begins. */
export const gameReviewer = new GameReviewer();
