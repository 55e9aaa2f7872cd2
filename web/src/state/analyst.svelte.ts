/**
 * The analysis of the shown position, as reactive state.
 *
 * The page requests an analysis only while it shows it, and caches the results by position until it is closed. It never
 * requests a complete analysis again, even if other moves lead to the same position.
 */

import { AnalysisSocket } from "../api/analysisSocket";
import { AnalysisCache, NO_ANALYSIS, type PositionAnalysis } from "./analysisCache";
import type { Geometry } from "./geometry";
import { labelsOf, type Label } from "./labels";
import { writePosition, type Position } from "./position";

/** The status of the analysis. */
type AnalysisStatus =
  | { readonly state: "idle" | "working" | "done" | "unreachable" }
  | { readonly state: "queued"; readonly before: number }
  | { readonly state: "refused"; readonly reason: string };

const cache = new AnalysisCache();

/** An analyst of one position at a time. */
export class Analyst {
  readonly #geometry: Geometry;
  readonly #socket: AnalysisSocket;
  #position: string | null = null;
  #analysis: PositionAnalysis = $state.raw(NO_ANALYSIS);
  #status: AnalysisStatus = $state.raw({ state: "idle" });

  /** The labels of cells, by cell. */
  readonly labels: ReadonlyMap<number, Label>;

  constructor(geometry: Geometry) {
    this.#geometry = geometry;
    this.labels = $derived(labelsOf(this.#analysis.cells, geometry));
    this.#socket = new AnalysisSocket({
      cells: (cells) => {
        this.#found((position) => cache.add(position, cells));
        this.#status = { state: "working" };
      },
      done: (value, complete) => {
        this.#found((position) => cache.finish(position, value, complete));
        this.#status = { state: "done" };
      },
      queued: (before) => {
        this.#status = { state: "queued", before };
      },
      refused: (reason) => {
        this.#status = { state: "refused", reason };
      },
      connectionChanged: (state) => {
        if (state === "lost" && this.#position !== null) this.#status = { state: "unreachable" };
      },
    });
  }

  /** The analysis of the position, as far as it is known. */
  get analysis(): PositionAnalysis {
    return this.#analysis;
  }

  /** The status of the analysis. */
  get status(): AnalysisStatus {
    return this.#status;
  }

  /** Analyse a position; null stops the analysis. */
  show(position: Position | null): void {
    const text = position === null ? null : writePosition(position);
    if (text === this.#position) return;
    this.#position = text;
    this.#analysis = text === null ? NO_ANALYSIS : cache.get(this.#key(text));
    if (text === null || this.#analysis.complete) {
      this.#status = { state: text === null ? "idle" : "done" };
      this.#socket.cancel();
    } else {
      this.#status = { state: "working" };
      this.#socket.analyse({ board: this.#geometry.name, start: text, moves: [] });
    }
  }

  /** Try to reconnect to the server at once. */
  retry(): void {
    this.#socket.retry();
  }

  /** Stop the analysis and close the connection. */
  close(): void {
    this.#socket.close();
  }

  #found(add: (position: string) => PositionAnalysis): void {
    if (this.#position !== null) this.#analysis = add(this.#key(this.#position));
  }

  #key(position: string): string {
    return `${this.#geometry.name} ${position}`;
  }
}
