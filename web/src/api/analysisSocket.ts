/**
 * The socket of the analysis: it analyses one position at a time, and receives results as the server finds them.
 *
 * A new question cancels the one before, on the server too. Answers carry the number of their question, so that a late
 * answer about an earlier position is never taken for one about the new position.
 */

import { refusalText } from "./client";
import {
  BROWSER_ENVIRONMENT,
  ReconnectingSocket,
  socketAddress,
  type ConnectionState,
  type SocketEnvironment,
} from "./reconnectingSocket";
import type { AnalysisFromPage, AnalysisToPage, CellMessage, ValueMessage } from "./types";

/** The live game that a question is about, which may not allow it; empty if it is about no live game. */
export interface Inquiry {
  readonly game?: string;
  /** The secrets of the seats that this browser holds in that game. */
  readonly secrets?: readonly string[];
}

/** A position by the moves that lead to it, as the server takes it. */
export interface PositionRef extends Inquiry {
  readonly board: string;
  /** Position text, null for the empty board. */
  readonly start: string | null;
  readonly moves: readonly string[];
}

/** What an analysis took. */
export interface Searched {
  readonly nodes: number;
  readonly seconds: number;
}

/** The callbacks of an analysis. */
interface AnalysisListener {
  /** Cells whose value has become better known. */
  cells(cells: Readonly<Record<string, CellMessage>>): void;
  /** The analysis has ended: all that it found has been reported. */
  done(value: ValueMessage, complete: boolean, searched: Searched): void;
  /** Others are served first. */
  queued(before: number): void;
  refused(reason: string): void;
  connectionChanged(state: ConnectionState): void;
}

/** An analysis's connection; made when the first question is asked. */
export class AnalysisSocket {
  readonly #listener: AnalysisListener;
  readonly #environment: SocketEnvironment;
  readonly #address: string;
  #socket: ReconnectingSocket<AnalysisToPage, AnalysisFromPage> | null = null;
  #request = 0;
  #wanted: (PositionRef & { readonly seconds: number | null }) | null = null;

  constructor(
    listener: AnalysisListener,
    environment: SocketEnvironment = BROWSER_ENVIRONMENT,
    address: string = socketAddress("/analysis"),
  ) {
    this.#listener = listener;
    this.#environment = environment;
    this.#address = address;
  }

  /**
   * Analyse a position; this cancels the analysis of the one before.
   *
   * @param seconds - the time limit; null for the server's longest.
   */
  analyse(position: PositionRef, seconds: number | null = null): void {
    this.#wanted = { ...position, seconds };
    this.#request += 1;
    if (this.#socket === null) {
      this.#open();
    } else {
      this.#ask();
    }
  }

  /** Stop the analysis that goes on. */
  cancel(): void {
    if (this.#wanted !== null) {
      this.#wanted = null;
      this.#request += 1;
      this.#socket?.send({ type: "cancel" });
    }
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
    this.#socket = new ReconnectingSocket<AnalysisToPage, AnalysisFromPage>(
      this.#address,
      {
        opened: () => {
          this.#ask();
        },
        received: (message) => {
          // A refusal of an unread message has no number: it is about the open question, if there is one.
          if (message.request === this.#request || (message.request === null && this.#wanted !== null)) {
            this.#receive(message);
          }
        },
        stateChanged: (state) => {
          this.#listener.connectionChanged(state);
        },
      },
      this.#environment,
    );
  }

  #ask(): void {
    if (this.#wanted !== null) {
      this.#socket?.send({ type: "analyse", request: this.#request, ...this.#wanted });
    }
  }

  #receive(message: AnalysisToPage): void {
    switch (message.type) {
      case "cells":
        this.#listener.cells(message.cells);
        break;
      case "done":
        this.#wanted = null;
        this.#listener.done(message.value, message.complete, { nodes: message.nodes, seconds: message.seconds });
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
