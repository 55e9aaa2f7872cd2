/** One attempt at a puzzle, as reactive state: the moves on the board, what was said of them, and how it ended. */

import { cellSet, NO_CELLS, type Geometry, type Side } from "./geometry";
import { readPosition } from "./position";
import { answerTo, filled, PUZZLE_WORDS, taskOf, type Puzzle, type Turn } from "./puzzles";
import { cellIndices, gamePosition, opponentOf, replay, type GamePosition } from "./rules";

/** How an attempt stands; it is `failed` from the first wrong cell on, even if the puzzle is then solved. */
export type PuzzleState = "open" | "wrong" | "solved" | "shown";

/** An attempt, shown under a symmetry of its board. */
export class PuzzleRun {
  readonly puzzle: Puzzle;
  readonly solver: Side;
  /** What has to be found. */
  readonly task: string;
  /** The moves after the puzzle's position, by the puzzle's own cells. */
  #moves: readonly number[] = $state.raw([]);
  /** The number of right moves. */
  #done = $state(0);
  /** The number of this try, from 1: each wrong move ends one. */
  #tries = 1;
  state = $state<PuzzleState>("open");
  hasFailed = $state(false);
  /** What the last move led to, as a sentence. */
  said = $state("");
  /** The cells that the sentence speaks of, as they are shown. */
  lit: readonly number[] = $state.raw([]);
  readonly position: GamePosition = $derived.by(() =>
    replay(this.#geometry, this.#start, this.#moves.map(this.#shown)),
  );
  /** The cells of moves that were tried or shown, and not played in the game that the puzzle comes from. */
  readonly trial: ReadonlySet<number> = $derived.by(() =>
    this.state === "wrong" || this.state === "shown"
      ? cellSet([this.#moves.slice(2 * this.#done).map(this.#shown)])
      : NO_CELLS,
  );
  readonly #geometry: Geometry;
  readonly #turn: Turn;
  readonly #back: readonly number[];
  readonly #start: GamePosition;

  constructor(geometry: Geometry, puzzle: Puzzle, turn: Turn) {
    this.#geometry = geometry;
    this.#turn = turn;
    const back: number[] = [];
    turn.forEach((to, cell) => (back[to] = cell));
    this.#back = back;
    this.puzzle = puzzle;
    const { stones, toMove } = readPosition(geometry.cells.length, puzzle.position);
    const shown = stones.map((_, cell) => stones[back[cell] ?? cell] ?? null);
    const last = puzzle.last === undefined ? null : this.#shown(cellIndices(geometry, [puzzle.last])[0] ?? 0);
    this.#start = gamePosition(geometry, { stones: shown, toMove }, last);
    this.solver = toMove;
    this.task = taskOf(puzzle, toMove);
  }

  /** Whether the solver may play now. */
  get isOpen(): boolean {
    return this.state === "open";
  }

  /** Play a shown cell, with what answers it. */
  play(cell: number): void {
    const step = this.puzzle.steps[this.#done];
    if (!this.isOpen || step === undefined) return;
    const own = this.#back[cell] ?? cell;
    const name = this.#geometry.cells[own] ?? "";
    const other = opponentOf(this.solver).toUpperCase();
    const after = replay(this.#geometry, this.position, [cell]);
    const answer = after.result === null ? answerTo(step, name) : undefined;
    const parts = { cell: this.#name(own), answer: answer === undefined ? "" : this.#nameOf(answer), other };
    const completes = after.result?.winner === this.solver;
    this.#moves = [...this.#moves, own, ...(answer === undefined ? [] : cellIndices(this.#geometry, [answer]))];
    if (name === step.right || completes) {
      this.#done += 1;
      const isSolved = completes || this.#done === this.puzzle.steps.length;
      if (isSolved) this.state = "solved";
      const right = filled(completes ? PUZZLE_WORDS.completes : PUZZLE_WORDS.right, parts);
      const then = answer === undefined ? "" : `. ${filled(PUZZLE_WORDS.replied, { other, cell: parts.answer })}`;
      const solved = PUZZLE_WORDS.solved[this.puzzle.class].replace("Solved", `Solved${this.#tryText(" at the ")}`);
      this.said = isSolved ? `${right}. ${solved}.` : `${right}${then}.`;
    } else {
      this.state = "wrong";
      this.hasFailed = true;
      this.said = `${filled(PUZZLE_WORDS.refuted[this.puzzle.class], parts)}.`;
    }
    this.lit = [cell, ...(answer === undefined ? [] : [this.#shown(cellIndices(this.#geometry, [answer])[0] ?? 0)])];
  }

  /** Take a wrong move and its answer back. */
  again(): void {
    if (this.state !== "wrong") return;
    this.#moves = this.#moves.slice(0, 2 * this.#done);
    this.state = "open";
    this.#tries += 1;
    this.said = `This is your${this.#tryText(" ")}.`;
    this.lit = [];
  }

  /** Give up: play the right moves that are left, with their replies, and what may follow. */
  show(): void {
    if (this.state === "solved" || this.state === "shown") return;
    this.hasFailed = true;
    const left = this.puzzle.steps
      .slice(this.#done)
      .flatMap(({ right, reply }) => [right, ...(reply === undefined ? [] : [reply])]);
    this.#moves = [...this.#moves.slice(0, 2 * this.#done), ...cellIndices(this.#geometry, [...left, ...this.#rest])];
    this.state = "shown";
    const line = [...left, ...this.#rest].map((cell) => this.#nameOf(cell)).join(" ");
    this.said = `The solution: ${line}.`;
    this.lit = [];
  }

  /** Whether the puzzle is solved, and moves that follow its last step are still to be shown. */
  get canShowEnd(): boolean {
    return this.state === "solved" && this.position.result === null && this.#rest.length > 0;
  }

  /** Play what may follow the last step of a solved puzzle. */
  showEnd(): void {
    if (!this.canShowEnd) return;
    this.#moves = [...this.#moves, ...cellIndices(this.#geometry, this.#rest)];
    this.state = "shown";
    this.lit = [];
  }

  /** The moves that may follow the last step, by the puzzle's own cells. */
  get #rest(): readonly string[] {
    return (this.puzzle.rest ?? "").split(" ").filter((cell) => cell !== "");
  }

  /** Which try this is, after some words; empty for the first. */
  #tryText(before: string): string {
    const number = ["second", "third", "fourth", "fifth"][this.#tries - 2];
    return this.#tries === 1 ? "" : `${before}${number ?? `${String(this.#tries)}th`} try`;
  }

  readonly #shown = (own: number): number => this.#turn[own] ?? own;

  #name(own: number): string {
    return this.#geometry.cells[this.#shown(own)] ?? "";
  }

  #nameOf(own: string): string {
    return this.#name(cellIndices(this.#geometry, [own])[0] ?? 0);
  }
}
