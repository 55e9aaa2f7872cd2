/** Lines that are stepped through on the board in place of the game, as reactive state. */

import { step } from "./coach";
import { cellSet, type Geometry } from "./geometry";
import { lineLabels, subjectLabels, type Labels, type LineSubject } from "./labels";
import { cellIndices, replay, type GamePosition } from "./rules";

/** A line of moves of which the board shows the first few. */
export interface Walk {
  /** How many of the moves are on the board, for people: `2/5`. */
  readonly place: string;
  readonly position: GamePosition;
  readonly canGoBack: boolean;
  readonly canGoOn: boolean;
  /** Take the last of them off the board. */
  back(): void;
  /** Show one more. */
  next(): unknown;
}

/** A line that could have been played instead of a move of the game. */
export class LineWalk implements Walk {
  /** The ply of the move in whose place the line begins. */
  readonly ply: number;
  readonly steps: readonly string[];
  at = $state(0);
  readonly position: GamePosition;
  readonly #cells: readonly number[] = $derived.by(() => cellIndices(this.#geometry, this.steps.slice(0, this.at)));
  /** The cells whose stones belong to the line. */
  readonly trial: ReadonlySet<number> = $derived.by(() => cellSet([this.#cells]));
  /** The cells of the subject that are still empty. */
  readonly subject: readonly number[] = $derived.by(() =>
    [...this.#signs.keys()].filter((cell) => !this.trial.has(cell)),
  );
  /** The number of each move on the board; `?` on the mistake and `!` on the better move. */
  readonly labels: Labels = $derived.by(() => lineLabels(this.#signs, this.#cells));
  /** What the coach says: of the move of the game, then of each move of the line; of the better one, what it does. */
  readonly text: string;
  /** What the board shows: `Before 4. X 123`, and then the moves after it or in its place. */
  readonly title: string;
  readonly #geometry: Geometry;
  readonly #signs: Labels;

  /** The line begins in the position `before`; `move` is the move of the game that it is about: `4. X 123`. */
  constructor(
    geometry: Geometry,
    before: GamePosition,
    move: string,
    ply: number,
    steps: readonly string[],
    at: number,
    subject: LineSubject,
  ) {
    this.#geometry = geometry;
    this.#signs = subjectLabels(geometry, subject);
    this.ply = ply;
    this.steps = steps;
    this.at = at;
    const later = steps[0] === subject.played ? "After" : "Instead of";
    this.title = $derived(`${this.at === 0 ? "Before" : later} ${move}`);
    this.position = $derived(replay(geometry, before, this.#cells));
    this.text = $derived.by(() => {
      const { text, better } = subject;
      if (this.at === 0) return text;
      if (this.at === 1 && better !== null && steps[0] === better.cell) return `${better.cell}: ${better.text}`;
      return step(geometry, replay(geometry, before, this.#cells.slice(0, -1)), this.#cells.at(-1) ?? 0);
    });
  }

  get place(): string {
    return `${String(this.at)}/${String(this.steps.length)}`;
  }

  get canGoBack(): boolean {
    return this.at > 0;
  }

  get canGoOn(): boolean {
    return this.at < this.steps.length;
  }

  back(): void {
    if (this.canGoBack) this.at -= 1;
  }

  next(): void {
    if (this.canGoOn) this.at += 1;
  }
}
