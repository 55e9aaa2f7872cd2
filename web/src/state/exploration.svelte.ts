/**
 * What the board shows in place of the game, as reactive state: the proof of a cell that a person asked about, or a line
 * that was not played.
 */

import { explainCell } from "../api/endpoints";
import { knownValue } from "./analyst.svelte";
import type { GameSession } from "./gameSession";
import type { LineWalk, Walk } from "./lineWalk.svelte";
import { movesTo } from "./moveTree";
import { writePosition } from "./position";
import { ProofWalk } from "./proofWalk.svelte";
import { replay, type GamePosition, type GameResult } from "./rules";

/** What the board of one game shows in place of it. */
export class Exploration {
  readonly #session: GameSession;
  readonly #inWords: (text: string) => string;
  /** A line that was not played, null for none. */
  line: LineWalk | null = $state.raw(null);
  proof: ProofWalk | null = $state.raw(null);
  /** Whether a click asks about a cell. */
  asking = $state(false);
  /** Why the last question has no answer, empty if it has one. */
  refusal = $state("");

  /** The position to analyse: that of the game, or of the line. */
  readonly base: GamePosition = $derived.by(() => this.line?.position ?? this.#session.position);
  readonly walk: Walk | null = $derived(this.proof ?? this.line);
  readonly position: GamePosition = $derived.by(() => this.proof?.position ?? this.base);
  readonly result: GameResult | null = $derived.by(() =>
    this.walk === null ? this.#session.result : this.position.result,
  );

  /** @param inWords - returns a sentence of the coach for the reader. */
  constructor(session: GameSession, inWords: (text: string) => string) {
    this.#session = session;
    this.#inWords = inWords;
  }

  /** Change whether a click asks about a cell. */
  toggleAsking(): void {
    this.asking = !this.asking;
    this.refusal = "";
  }

  /** Play the proof of a cell: of an empty one, or of a move of the game from the position before it. */
  ask(cell: number): void {
    const { geometry, start, tree, inquiry } = this.#session;
    this.asking = false;
    this.refusal = "";
    const name = geometry.cells[cell] ?? "";
    let before = this.base;
    if (before.stones[cell] !== null) {
      const moves = this.line === null ? movesTo(tree) : [];
      const ply = moves.indexOf(cell);
      if (ply === -1) {
        this.refusal = `The stone on ${name} was there from the start; choose another cell.`;
        return;
      }
      before = replay(geometry, start, moves.slice(0, ply));
    } else if (before.result !== null) {
      this.refusal = "The game is over; choose one of its moves, or go back.";
      return;
    }
    const from = { board: geometry.name, start: writePosition(before), moves: [], ...inquiry };
    this.proof = new ProofWalk(
      geometry,
      before,
      name,
      (replies, strategist) => explainCell(from, name, replies, strategist),
      knownValue(geometry, before, name),
      this.#inWords,
    );
    void this.proof.open();
  }

  /** Leave the proof, or else the line. */
  close(): void {
    if (this.proof === null) this.line = null;
    else this.proof = null;
  }
}
