/**
 * A socket for requests that take long, analyses and reviews: one at a time, with results as the server finds them.
 *
 * A new request cancels the one before, on the server too. Answers carry the number of their request, so that a late
 * answer about an earlier position is never taken for one about the new position. After a lost connection, an
 * unanswered request is sent again.
 */

import { refusalText } from "./client";
import { BROWSER_ENVIRONMENT, ReconnectingSocket, type SocketEnvironment } from "./reconnectingSocket";
import type { RequestCancel, RequestQueued, RequestRefused } from "./types";

/** A message with results; that of type `done` is the last one. */
interface ResultMessage {
  readonly type: "cells" | "progress" | "done";
  readonly request: number;
}

/** Why a request has no new result. After a lost connection it is sent again. */
export type RequestStatus =
  | { readonly state: "unreachable" }
  /** So many others are served before it. */
  | { readonly state: "queued"; readonly before: number }
  | { readonly state: "refused"; readonly reason: string };

interface RequestListener<Result> {
  received(message: Result): void;
  /** The request waits, is refused, or cannot be sent now. */
  changed(status: RequestStatus): void;
}

/** The connection of requests of one kind; made when the first request is sent. */
export class RequestSocket<Request extends { readonly type: string }, Result extends ResultMessage> {
  readonly #address: string;
  readonly #listener: RequestListener<Result>;
  readonly #environment: SocketEnvironment;
  #socket: ReconnectingSocket<
    Result | RequestQueued | RequestRefused,
    (Request & { readonly request: number }) | RequestCancel
  > | null = null;
  #number = 0;
  #open: Request | null = null;

  constructor(address: string, listener: RequestListener<Result>, environment = BROWSER_ENVIRONMENT) {
    this.#address = address;
    this.#listener = listener;
    this.#environment = environment;
  }

  /** Send a request, which cancels the one before. */
  ask(request: Request): void {
    this.#open = request;
    this.#number += 1;
    if (this.#socket === null) this.#connect();
    else if (this.#socket.state === "lost") this.#listener.changed({ state: "unreachable" });
    else this.#send();
  }

  /** Cancel the request that is not answered yet. */
  cancel(): void {
    if (this.#open === null) return;
    this.#open = null;
    this.#number += 1;
    this.#socket?.send({ type: "cancel" });
  }

  /** Try to connect at once, if the connection is lost. */
  retry(): void {
    this.#socket?.retry();
  }

  /** Close the connection; the next request makes another. */
  close(): void {
    this.#open = null;
    this.#socket?.close();
    this.#socket = null;
  }

  #connect(): void {
    this.#socket = new ReconnectingSocket(
      this.#address,
      {
        opened: () => this.#send(),
        received: (message) => this.#receive(message),
        stateChanged: (state) => {
          if (state === "lost" && this.#open !== null) this.#listener.changed({ state: "unreachable" });
        },
      },
      this.#environment,
    );
  }

  #send(): void {
    if (this.#open !== null) this.#socket?.send({ ...this.#open, request: this.#number });
  }

  #receive(message: Result | RequestQueued | RequestRefused): void {
    // A refusal of an unread message has no number: it is about the open request, if there is one.
    const isCurrent = message.request === null ? this.#open !== null : message.request === this.#number;
    if (!isCurrent) return;
    switch (message.type) {
      case "queued":
        this.#listener.changed({ state: "queued", before: message.before });
        break;
      case "refused":
        this.#open = null;
        this.#listener.changed({ state: "refused", reason: refusalText(message.error) });
        break;
      default:
        if (message.type === "done") this.#open = null;
        this.#listener.received(message);
    }
  }
}
