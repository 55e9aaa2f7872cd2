/** Games of two copies of a program against each other, which the server plays and tallies, as reactive state. */

import { socketAddress } from "../api/reconnectingSocket";
import { RequestSocket, type RequestStatus } from "../api/requestSocket";
import type { SelfPlayRequest, SelfPlayResult } from "../api/types";

/** The switches of a copy; all off is the program as its document describes it. */
export interface Tweaks {
  readonly without6: boolean;
  readonly without9: boolean;
  readonly anyCandidate: boolean;
}

/** The switches of both copies. */
export interface SharedTweaks {
  readonly outsideFirst: boolean;
  readonly randomRows: boolean;
  readonly ownRules: boolean;
}

/** Return a copy as it is typed. */
export function copyName(program: string, own: Tweaks, shared: SharedTweaks): string {
  const { without6, without9 } = own;
  const options = [
    ...(shared.ownRules ? ["rules=1620"] : []),
    ...(shared.outsideFirst ? ["pairs=outside-first"] : []),
    ...(shared.randomRows ? ["row-order=random"] : []),
    ...(own.anyCandidate ? ["candidates=any"] : []),
    ...(without6 || without9 ? [`leave-out=${without6 && without9 ? "both" : without6 ? "6" : "9"}`] : []),
  ];
  return options.length === 0 ? program : `${program}:${options.join(",")}`;
}

/** Return how many games the first mover won, how many the second, and how many were tied. */
export function counted(outcomes: string): readonly [number, number, number] {
  const of = (letter: string): number => outcomes.split(letter).length - 1;
  return [of("1"), of("2"), of("=")];
}

export type RunStatus = { readonly state: "idle" | "playing" | "stopped" | "done" } | RequestStatus;

/** One run at a time. */
export class SelfPlayRun {
  /** What is known of the run; null before its first game has ended. */
  tally: SelfPlayResult | null = $state.raw(null);
  status: RunStatus = $state.raw({ state: "idle" });
  readonly #socket = new RequestSocket<SelfPlayRequest, SelfPlayResult>(socketAddress("/museum/self-play"), {
    received: (tally) => {
      this.tally = tally;
      this.status = { state: tally.type === "done" ? "done" : "playing" };
    },
    changed: (status) => (this.status = status),
  });

  /** Begin a run, which ends the one before. */
  begin(asked: Omit<SelfPlayRequest, "type">): void {
    this.tally = null;
    this.status = { state: "playing" };
    this.#socket.ask({ type: "self-play", ...asked });
  }

  /** End the run, and keep what is known of it. */
  stop(): void {
    this.#socket.cancel();
    this.status = { state: "stopped" };
  }

  /** End the run and its connection. */
  close(): void {
    this.#socket.close();
  }
}
