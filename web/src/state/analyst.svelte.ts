/**
 * The analysis of the position that is shown, as something that views can follow.
 *
 * It is requested only while it is shown. What is found is cached for as long as the page is open, by position, so that it
 * is there again when the position comes back in another way, and is never requested twice once it is complete.
 */

import { AnalysisSocket } from "../api/analysisSocket";
import { AnalysisCache, NO_ANALYSIS, type PositionAnalysis } from "./analysisCache";
import type { Geometry } from "./geometry";
import { labelsOf, type Label } from "./labels";
import { writePosition, type Position } from "./position";

/** What the analysis is doing. */
type AnalysisStatus =
  | { readonly state: "idle" | "working" | "done" | "unreachable" }
  | { readonly state: "queued"; readonly before: number }
  | { readonly state: "refused"; readonly reason: string };

const cache = new AnalysisCache();

/** Analyses one position at a time. */
export class Analyst {
  readonly #geometry: Geometry;
  readonly #socket: AnalysisSocket;
  #position: string | null = null;
  #analysis: PositionAnalysis = $state.raw(NO_ANALYSIS);
  #status: AnalysisStatus = $state.raw({ state: "idle" });

  /** What to write on cells, by cell. */
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

  /** What is known of the position. */
  get analysis(): PositionAnalysis {
    return this.#analysis;
  }

  /** What is being done about the rest. */
  get status(): AnalysisStatus {
    return this.#status;
  }

  /** Analyse a position, or none any more. */
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

  /** Try to reach the server at once. */
  retry(): void {
    this.#socket.retry();
  }

  /** Stop for good. */
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
