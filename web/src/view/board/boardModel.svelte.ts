/**
 * The state that all views of one board share: the cell under the pointer, the cell to confirm, and what follows.
 *
 * Views ask it about one cell at a time. What it works out for the whole board - the cells on a line with the one
 * that is pointed at, above all - is worked out once for all views, and only when it changes.
 */

import { cellSet, type Geometry, type Side } from "../../state/geometry";
import { cutsOf, planesOf, selectablePlanes, type Cut, type CutPlane, type Plane } from "../../state/planes";
import { opponentOf } from "../../state/threats";
import type { BoardProps, BoardViews } from "./boardProps";
import { describeCell, type CellFacts } from "./screenReader";

/** The props that a model reads, each with its default, and each tracked separately. */
type BoardModelProps = Required<Pick<BoardProps, "geometry" | "stones" | "toMove" | "lastMove" | "wins" | "labels">> &
  Required<Pick<BoardProps, "rings" | "symbols" | "interactive" | "highlight">> & {
    readonly cursor: number;
    readonly views: BoardViews;
  };

/** The shared state of a board's views. */
export class BoardModel {
  /** Everything that is shown. */
  readonly props: BoardModelProps;

  /** The cell under the pointer. */
  hovered = $state<number | null>(null);
  /** Whether a cell of this board has the focus, and by the keyboard. */
  focused = $state(false);
  /** The cell that was chosen and waits to be confirmed. */
  pending = $state<number | null>(null);

  readonly geometry: Geometry = $derived.by(() => this.props.geometry);
  readonly cuts: readonly Cut[] = $derived(cutsOf(this.geometry));
  readonly cut: Cut = $derived.by(() => this.cuts[this.props.views.sliceAxis] ?? this.cuts[0] ?? NO_CUT);
  readonly planes: readonly CutPlane[] = $derived(planesOf(this.geometry, this.cut));
  readonly pickable: readonly Plane[] = $derived(selectablePlanes(this.geometry));
  /** The plane that is shown alone. */
  readonly picked: Plane | null = $derived.by(() => this.pickable[this.props.views.plane ?? -1] ?? null);
  readonly cursor: number = $derived.by(() => {
    const { cursor } = this.props;
    return cursor >= 0 && cursor < this.geometry.cells.length ? cursor : 0;
  });

  /** The cell that everything about lines refers to. */
  readonly pointed: number | null = $derived(this.hovered ?? this.pending ?? (this.focused ? this.cursor : null));
  /** The lines through the cell that is pointed at. */
  readonly linesThrough: readonly (readonly number[])[] = $derived.by(() => {
    if (this.pointed === null) return [];
    const through = this.geometry.linesThrough[this.pointed] ?? [];
    return through.map((line) => this.geometry.lines[line] ?? []);
  });
  readonly #related = $derived(cellSet(this.linesThrough));
  readonly #highlighted = $derived.by(() => cellSet([this.props.highlight]));
  readonly #outlined = $derived(cellSet(this.picked?.rows ?? []));
  readonly #won = $derived.by(() => cellSet(this.props.wins));

  /** What there was to say of each cell last time, so that a cell of which nothing changed is left alone. */
  #before: readonly CellFacts[] = [];
  readonly #facts = $derived.by(() => {
    this.#before = this.geometry.cells.map((_, cell) => {
      const [before, now] = [this.#before[cell], this.#factsNow(cell)];
      return before !== undefined && same(before, now) ? before : now;
    });
    return this.#before;
  });

  constructor(props: BoardModelProps) {
    this.props = props;
  }

  /** The plane of the cut that has a cell. */
  planeOf(cell: number): CutPlane | undefined {
    return this.planes.find(({ rows }) => rows.some((row) => row.includes(cell)));
  }

  /** All that is shown of a cell: the same object until some of it changes. */
  facts(cell: number): CellFacts {
    return this.#facts[cell] ?? this.#factsNow(cell);
  }

  /** A cell in words. */
  description(cell: number): string {
    return describeCell(this.geometry, cell, this.facts(cell));
  }

  /**
   * The stone that is drawn faintly on a cell, because it waits to be confirmed or would be placed there. The
   * pointer alone hides no label, since that is what it may have come for.
   */
  ghost(cell: number): Side | null {
    const meant = this.pending === cell || (this.hovered === cell && !this.props.labels.has(cell));
    return meant && this.placeable(cell) ? this.props.toMove : null;
  }

  /** The classes of a cell that do not follow from its facts, as one text, which changes only when one of them does. */
  cellClasses(cell: number): string {
    const classes = [
      this.#related.has(cell) && "related",
      this.pointed === cell && "pointed",
      this.#highlighted.has(cell) && "highlighted",
      this.#outlined.has(cell) && "outlined",
      this.pending === cell && "pending",
      this.placeable(cell) && "placeable",
    ];
    return classes.filter(Boolean).join(" ");
  }

  /** Whether a stone may be placed on a cell. */
  placeable(cell: number): boolean {
    const { stones, interactive, toMove } = this.props;
    return interactive && toMove !== null && (stones[cell] ?? null) === null;
  }

  #factsNow(cell: number): CellFacts {
    const { stones, rings, labels, toMove, lastMove, symbols } = this.props;
    const stone = stones[cell] ?? null;
    const ring = stone === null && toMove !== null ? (rings.get(cell) ?? null) : null;
    return {
      stone,
      ring,
      threat: ring === null || toMove === null ? null : ring === "win" ? toMove : opponentOf(toMove),
      label: labels.get(cell) ?? null,
      last: lastMove === cell,
      won: this.#won.has(cell),
      symbols,
    };
  }
}

/** Whether there is the same to say of a cell. */
function same(one: CellFacts, two: CellFacts): boolean {
  return (
    one.stone === two.stone &&
    one.ring === two.ring &&
    one.threat === two.threat &&
    one.label?.text === two.label?.text &&
    one.label?.kind === two.label?.kind &&
    one.last === two.last &&
    one.won === two.won &&
    one.symbols === two.symbols
  );
}

const NO_CUT: Cut = { down: null, across: 0, outer: [] };
