/** A run of the laboratory: the games of two programs, which the server plays and tallies, as reactive state. */

import { socketAddress } from "../api/reconnectingSocket";
import { RequestSocket, type RequestStatus } from "../api/requestSocket";
import type { GameRead, LabGame, LabRequest, LabResult } from "../api/types";

export type RunStatus = { readonly state: "idle" | "playing" | "stopped" | "done" } | RequestStatus;

/** A's score after some games, from 0 to 1, with its interval, if there is one. */
export interface CurvePoint {
  readonly games: number;
  readonly score: number;
  readonly low: number | null;
  readonly high: number | null;
}

/** Games of A and B from A's view. */
export interface Counted {
  readonly label: string;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
}

/** Return who begins a game, by its number from 1. */
export function beginnerOf({ beginner }: Pick<LabResult, "beginner">, number: number): "A" | "B" {
  return beginner ?? (number % 2 === 1 ? "A" : "B");
}

/** Return a game of a run as a record; the players are those of X and O. */
export function labRecord(board: string, [x, o]: readonly [string, string], game: LabGame): GameRead {
  const { moves, ending, winner, fault } = game;
  const notes = fault === "" ? {} : { [moves.length]: { comment: fault, reasons: null } };
  const result = { ending, winner, text: "" };
  return { board, start: "", moves, result, tags: { First: x, Second: o }, notes, more: false };
}

/** Return the games that A began, those that B began, and all; without rows that have none. */
export function counted(tally: Pick<LabResult, "outcomes" | "beginner">): readonly Counted[] {
  const begun = { A: { wins: 0, draws: 0, losses: 0 }, B: { wins: 0, draws: 0, losses: 0 } };
  Array.from(tally.outcomes).forEach((outcome, index) => {
    const first = beginnerOf(tally, index + 1);
    if (outcome === "=") begun[first].draws += 1;
    else if ((outcome === "1") === (first === "A")) begun[first].wins += 1;
    else begun[first].losses += 1;
  });
  const { A, B } = begun;
  const all = { wins: A.wins + B.wins, draws: A.draws + B.draws, losses: A.losses + B.losses };
  const rows = [
    { label: "A begins", ...A },
    { label: "B begins", ...B },
    { label: "all games", ...all },
  ];
  return rows.filter(({ wins, draws, losses }) => wins + draws + losses > 0);
}

/** Return A's share of the points, from 0 to 1. */
export function scoreOf({ wins, draws, losses }: Counted): number {
  return (wins + draws / 2) / (wins + draws + losses);
}

/** One run at a time. */
export class LabRun {
  /** What is known of the run; null before its first game has ended. */
  tally: LabResult | null = $state.raw(null);
  curve: readonly CurvePoint[] = $state.raw([]);
  status: RunStatus = $state.raw({ state: "idle" });
  readonly #socket = new RequestSocket<LabRequest, LabResult>(socketAddress("/lab/runs"), {
    received: (tally) => {
      this.tally = tally;
      this.status = { state: tally.type === "done" ? "done" : "playing" };
      const all = counted(tally).at(-1);
      const { low = null, high = null } = tally.score ?? {};
      if (all !== undefined)
        this.curve = [...this.curve, { games: tally.outcomes.length, score: scoreOf(all), low, high }];
    },
    changed: (status) => (this.status = status),
  });

  /** Whether games are being played, or wait for their turn. */
  get isOn(): boolean {
    return ["playing", "queued", "unreachable"].includes(this.status.state);
  }

  /** Begin a run, which ends the one before. */
  begin(asked: Omit<LabRequest, "type">): void {
    this.tally = null;
    this.curve = [];
    this.status = { state: "playing" };
    this.#socket.ask({ type: "lab", ...asked });
  }

  /** End the run, and keep what is known of it. */
  stop(): void {
    this.#socket.cancel();
    this.status = { state: "stopped" };
  }

  /** End the run and its connection, and keep what is known of it. */
  close(): void {
    if (this.isOn) this.status = { state: "stopped" };
    this.#socket.close();
  }
}
