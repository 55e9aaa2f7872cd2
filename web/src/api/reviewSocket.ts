/**
 * The socket of reviews: one game at a time is reviewed, and what is known arrives as it grows.
 *
 * A new request cancels the one before, on the server too. After a lost connection the review begins again.
 */

import type { PositionRef } from "./analysisSocket";
import { refusalText } from "./client";
import {
  BROWSER_ENVIRONMENT,
  ReconnectingSocket,
  socketAddress,
  type ConnectionState,
  type SocketEnvironment,
} from "./reconnectingSocket";
import type { ReviewFromPage, ReviewToPage, SideName } from "./types";

/** A game to review. */
export interface GameRef extends PositionRef {
  /** The side that won although no line says so; null for none. */
  readonly winner: SideName | null;
}

/** What is known of a game. */
export type ReviewFindings = Pick<
  Extract<ReviewToPage, { type: "progress" }>,
  "values" | "marks" | "moments" | "progress"
>;

/** The callbacks of a review. */
interface ReviewListener {
  /** What is known so far; it replaces what was reported before. */
  progress(findings: ReviewFindings): void;
  /** The review has ended; it is complete unless the time limit of the server ended it. */
  done(findings: ReviewFindings, complete: boolean): void;
  /** Others are served first. */
  queued(before: number): void;
  refused(reason: string): void;
  connectionChanged(state: ConnectionState): void;
}

/** The connection of a review; made when the first game is sent. */
export class ReviewSocket {
  readonly #listener: ReviewListener;
  readonly #environment: SocketEnvironment;
  readonly #address: string;
  #socket: ReconnectingSocket<ReviewToPage, ReviewFromPage> | null = null;
  #request = 0;
  #wanted: GameRef | null = null;

  constructor(
    listener: ReviewListener,
    environment: SocketEnvironment = BROWSER_ENVIRONMENT,
    address: string = socketAddress("/review"),
  ) {
    this.#listener = listener;
    this.#environment = environment;
    this.#address = address;
  }

  /** Review a game, instead of the one before. */
  review(game: GameRef): void {
    this.#wanted = game;
    this.#request += 1;
    if (this.#socket === null) this.#open();
    else this.#ask();
  }

  /** Stop the review that goes on. */
  cancel(): void {
    if (this.#wanted === null) return;
    this.#wanted = null;
    this.#request += 1;
    this.#socket?.send({ type: "cancel" });
  }

  /** Try to connect at once, if the connection is lost. */
  retry(): void {
    this.#socket?.retry();
  }

  /** Stop for good. */
  close(): void {
    this.#wanted = null;
    this.#socket?.close();
    this.#socket = null;
  }

  #open(): void {
    this.#socket = new ReconnectingSocket<ReviewToPage, ReviewFromPage>(
      this.#address,
      {
        opened: () => {
          this.#ask();
        },
        received: (message) => {
          if (message.request === this.#request || message.request === null) this.#receive(message);
        },
        stateChanged: (state) => {
          this.#listener.connectionChanged(state);
        },
      },
      this.#environment,
    );
  }

  #ask(): void {
    if (this.#wanted !== null) this.#socket?.send({ type: "review", request: this.#request, ...this.#wanted });
  }

  #receive(message: ReviewToPage): void {
    switch (message.type) {
      case "progress":
        this.#listener.progress(findingsOf(message));
        break;
      case "done":
        this.#wanted = null;
        this.#listener.done(findingsOf(message), message.complete);
        break;
      case "queued":
        this.#listener.queued(message.before);
        break;
      case "refused":
        this.#wanted = null;
        this.#listener.refused(refusalText(message.error));
        break;
    }
  }
}

function findingsOf({ values, marks, moments, progress }: ReviewFindings): ReviewFindings {
  return { values, marks, moments, progress };
}
