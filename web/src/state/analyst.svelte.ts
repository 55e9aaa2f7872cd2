/**
 * The analysis of the shown position, as reactive state.
 *
 * The page requests an analysis only while it shows it, and caches the results by position until it is closed. It never
 * requests a complete analysis again, even if other moves lead to the same position.
 */

import { untrack } from "svelte";

import type { AnalysisRequest, AnalysisResult, Inquiry } from "../api/types";
import { BROWSER_ENVIRONMENT, socketAddress } from "../api/reconnectingSocket";
import { RequestSocket, type RequestStatus } from "../api/requestSocket";
import { AnalysisCache, NO_ANALYSIS, type KnownValue, type PositionAnalysis } from "./analysisCache";
import { bestMove, isBest, type BestMove } from "./bestMove";
import type { Geometry, Side } from "./geometry";
import { labelsOf, type Labels } from "./labels";
import { writePosition, type Position } from "./position";

/** What an analysis took. */
interface Searched {
  readonly nodes: number;
  readonly seconds: number;
}

type AnalysisStatus = { readonly state: "idle" | "working" | "done" | "stopped" } | RequestStatus;

const cache = new AnalysisCache();

/** Return where the value of a move in a position is kept, which analyses and proofs improve. */
export function knownValue(geometry: Geometry, position: Position, cell: string): KnownValue {
  const key = keyOf(geometry, writePosition(position));
  return {
    get: () => cache.get(key).cells[cell],
    add: (proved) => cache.prove(key, cell, proved),
  };
}

function keyOf(geometry: Geometry, position: string): string {
  return `${geometry.name} ${position}`;
}

/** The seconds that an analysis takes at least before a longer one, and how many times longer that one is. */
const [FIRST, LONGER] = [5, 4];

export class Analyst {
  readonly #geometry: Geometry;
  readonly #inquiry: () => Inquiry;
  readonly #socket: RequestSocket<AnalysisRequest, AnalysisResult>;
  #position: string | null = $state(null);
  readonly analysis: PositionAnalysis = $derived.by(() =>
    this.#position === null ? NO_ANALYSIS : cache.get(this.#key(this.#position)),
  );
  status: AnalysisStatus = $state.raw({ state: "idle" });

  readonly labels: Labels;
  readonly best: BestMove | null = $derived.by(() => {
    const { cells, hint } = this.analysis;
    const best = bestMove(cells);
    // Only an analysis, which brings a hint, knows all cells; until then a proof says which move is best if it wins.
    if (hint === null) return best?.found.outcome === "win" ? best : null;
    const found = cells[hint.cell];
    return found !== undefined && isBest(cells, hint.cell) ? { cell: hint.cell, found } : best;
  });
  #toMove: Side = $state("x");
  /** What the last analysis of the position took; null until one has ended. */
  searched: Searched | null = $state.raw(null);
  /** The time limit of the analysis that goes on, in seconds; null for the server's usual one. */
  #seconds: number | null = null;

  /** @param inquiry - returns what every question has beside the position. */
  constructor(geometry: Geometry, inquiry: () => Inquiry = () => ({}), environment = BROWSER_ENVIRONMENT) {
    this.#geometry = geometry;
    this.#inquiry = inquiry;
    this.labels = $derived(labelsOf(this.analysis.cells, geometry, this.#toMove));
    this.#socket = new RequestSocket(
      socketAddress("/analysis"),
      {
        received: (message) => this.#receive(message),
        changed: (status) => (this.status = status),
      },
      environment,
    );
  }

  /** The seconds for which {@link thinkLonger} would analyse; null if it cannot find out more. */
  get longer(): number | null {
    const { state } = this.status;
    if (this.analysis.complete || (state !== "done" && state !== "stopped")) return null;
    const [wanted, taken] = [this.#seconds, this.searched?.seconds ?? 0];
    // The server ended the last analysis before its time: it allows no longer one.
    if (state === "done" && wanted !== null && taken < wanted * 0.9) return null;
    return LONGER * Math.max(FIRST, wanted ?? 0, Math.round(taken));
  }

  /** Analyse a position; null stops the analysis. */
  show(position: Position | null): void {
    const text = position === null ? null : writePosition(position);
    untrack(() => {
      if (text !== this.#position) this.#show(text, position?.toMove ?? "x");
    });
  }

  #show(text: string | null, toMove: Side): void {
    this.#position = text;
    this.#toMove = toMove;
    this.searched = null;
    this.#seconds = null;
    if (text === null || this.analysis.complete) {
      this.status = { state: text === null ? "idle" : "done" };
      this.#socket.cancel();
    } else {
      this.#ask(text);
    }
  }

  /** Analyse the position again, longer than before. */
  thinkLonger(): void {
    const seconds = this.longer;
    if (this.#position === null || seconds === null) return;
    this.#seconds = seconds;
    this.#ask(this.#position);
  }

  /** Stop the analysis, and keep what it has found. */
  stop(): void {
    this.#socket.cancel();
    this.status = { state: "stopped" };
  }

  /** Try to reconnect to the server at once, or analyse again after a refusal. */
  retry(): void {
    if (this.status.state === "refused" && this.#position !== null) this.#ask(this.#position);
    else this.#socket.retry();
  }

  close(): void {
    this.#socket.close();
  }

  #ask(position: string): void {
    this.status = { state: "working" };
    const asked = { board: this.#geometry.name, start: position, moves: [], ...this.#inquiry() };
    this.#socket.ask({ type: "analyse", ...asked, seconds: this.#seconds });
  }

  #receive(message: AnalysisResult): void {
    if (this.#position === null) return;
    const key = this.#key(this.#position);
    if (message.type === "cells") {
      cache.add(key, message.cells, message.hint);
      this.status = { state: "working" };
    } else {
      cache.finish(key, message.value, message.complete, message.hint);
      this.searched = message;
      this.status = { state: "done" };
    }
  }

  #key(position: string): string {
    return keyOf(this.#geometry, position);
  }
}
