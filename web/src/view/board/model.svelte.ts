/**
 * What all views of one board share: what is pointed at, what waits to be confirmed, and what follows from both.
 *
 * Views ask it about one cell at a time. What it works out for the whole board - the cells on a line with the one that is
 * pointed at, above all - is worked out once for all views, and only when it changes.
 */

import { cellsOf, type Geometry, type Side } from "../../state/geometry";
import { type Cut, type CutPlane, cutsOf, type Plane, planesOf, planesToPick } from "../../state/planes";
import { type CellFacts, describeCell } from "./describe";
import type { BoardProps, Views } from "./types";

/** The props that a model reads, each with what it is where nobody gave it. */
export type Shown = Required<Pick<BoardProps, "geometry" | "stones" | "toMove" | "lastMove" | "wins" | "labels">> &
  Required<Pick<BoardProps, "rings" | "symbols" | "interactive" | "highlight">> & {
    readonly cursor: number;
    readonly views: Views;
  };

/** The shared state of a board's views. */
export class BoardModel {
  readonly #shown: () => Shown;

  /** The cell under the pointer. */
  hovered = $state<number | null>(null);
  /** Whether a cell of this board has the focus. */
  focused = $state(false);
  /** The cell that was chosen and waits to be confirmed. */
  pending = $state<number | null>(null);

  readonly geometry: Geometry = $derived.by(() => this.#shown().geometry);
  readonly cuts: readonly Cut[] = $derived(cutsOf(this.geometry));
  readonly cut: Cut = $derived.by(() => this.cuts[this.#shown().views.sliceAxis] ?? this.cuts[0] ?? NO_CUT);
  readonly planes: readonly CutPlane[] = $derived(planesOf(this.geometry, this.cut));
  readonly pickable: readonly Plane[] = $derived(planesToPick(this.geometry));
  /** The plane that is shown alone. */
  readonly picked: Plane | null = $derived.by(() => this.pickable[this.#shown().views.plane ?? -1] ?? null);
  readonly cursor: number = $derived.by(() => {
    const { cursor } = this.#shown();
    return cursor >= 0 && cursor < this.geometry.cells.length ? cursor : 0;
  });

  /** The cell that everything about lines refers to. */
  readonly pointed: number | null = $derived(this.hovered ?? (this.focused ? this.cursor : null));
  /** The lines through the cell that is pointed at. */
  readonly linesThrough: readonly (readonly number[])[] = $derived.by(() => {
    if (this.pointed === null) return [];
    const through = this.geometry.linesThrough[this.pointed] ?? [];
    return through.map((line) => this.geometry.lines[line] ?? []);
  });
  readonly #related = $derived(cellsOf(this.linesThrough));
  readonly #highlighted = $derived.by(() => cellsOf([this.#shown().highlight]));
  readonly #outlined = $derived(cellsOf(this.picked?.rows ?? []));
  readonly #won = $derived.by(() => cellsOf(this.#shown().wins));

  constructor(shown: () => Shown) {
    this.#shown = shown;
  }

  /** Everything that is shown. */
  get shown(): Shown {
    return this.#shown();
  }

  /** What there is to say and to draw of a cell. */
  facts(cell: number): CellFacts {
    const { stones, rings, labels, toMove, lastMove, symbols } = this.#shown();
    const stone = stones[cell] ?? null;
    return {
      stone,
      ring: stone === null ? (rings.get(cell) ?? null) : null,
      label: labels.get(cell) ?? null,
      toMove,
      last: lastMove === cell,
      won: this.#won.has(cell),
      symbols,
    };
  }

  /** A cell in words. */
  description(cell: number): string {
    return describeCell(this.geometry, cell, this.facts(cell));
  }

  /** The stone that is to be seen faintly on a cell, because it waits to be confirmed or would be placed there. */
  ghost(cell: number): Side | null {
    const { stones, interactive, toMove } = this.#shown();
    const meant = this.pending ?? this.hovered;
    return interactive && meant === cell && (stones[cell] ?? null) === null ? toMove : null;
  }

  /** Whether a cell is on a line with the one that is pointed at. */
  related(cell: number): boolean {
    return this.#related.has(cell);
  }

  /** Whether a cell is one of those to mark. */
  highlighted(cell: number): boolean {
    return this.#highlighted.has(cell);
  }

  /** Whether a cell is on the plane that is shown alone. */
  outlined(cell: number): boolean {
    return this.#outlined.has(cell);
  }

  /** Whether a stone may be placed on a cell. */
  placeable(cell: number): boolean {
    const { stones, interactive, toMove } = this.#shown();
    return interactive && toMove !== null && (stones[cell] ?? null) === null;
  }
}

const NO_CUT: Cut = { down: null, across: 0, outer: [] };
