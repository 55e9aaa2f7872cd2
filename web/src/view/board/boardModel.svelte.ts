/**
 * The state that all views of one board share: the cell under the pointer, the cell to confirm, and derived values.
 *
 * Views query it for one cell at a time. It computes values for the whole board, such as the lines through the cell
 * under the pointer, once for all views, and only after a change.
 */

import { untrack } from "svelte";
import { backOut } from "svelte/easing";
import { prefersReducedMotion, Tween } from "svelte/motion";

import type { Said } from "../../state/coach";
import { Later } from "../../state/later.svelte";
import { cellSet, type Geometry, type Side, type Stone, type Symbols } from "../../state/geometry";
import { labelTooltip, NO_LABELS, type Labels } from "../../state/labels";
import { cutsOf, planesOf, selectablePlanes, type Cut, type CutPlane, type Plane } from "../../state/planes";
import { opponentOf } from "../../state/rules";
import { livingLines, sidesOfCells, type LivingLine } from "../../state/threats";
import { peoplesTime, TIMES } from "../../timers";
import type { BoardProps, BoardViews } from "./boardProps";
import { describeCell, type CellFacts } from "./screenReader";

export interface DrawnLine {
  readonly cells: readonly number[];
  readonly side: Side;
  /** Whether it is full; otherwise it lacks one stone. */
  readonly full: boolean;
}

/** What the views show of a cell, except for what follows the pointer. */
export interface ShownCell extends CellFacts {
  readonly cell: number;
  readonly classes: string;
  /** Whether the keyboard's cursor is on it. */
  readonly hasCursor: boolean;
}

/** The shared state of a board's views. */
export class BoardModel {
  readonly #props: () => Omit<BoardProps, "cursor" | "views">;
  readonly #cursor: () => number;
  readonly #views: () => BoardViews;

  hovered = $state<number | null>(null);
  /** The cell under the mouse in an overview, whose plane is enlarged while the mouse is there. */
  peeked = $state<number | null>(null);
  /** Whether a plane was chosen there. */
  #isChosen = false;
  /** Whether the mouse is on the board. */
  isPointedAt = false;
  /** Whether no lines are shown: from a move until the pointer or the cursor moves again. */
  quiet = $state(false);
  /** Whether the last stone stands already, so that it does not fall again when it is drawn anew. */
  settled = $state(false);
  /** Whether a cell of this board has the focus, and got it by the keyboard. */
  focused = $state(false);
  #pending = $state<number | null>(null);
  /** Whether a drag turns the stacks, which then follow without delay. */
  #isLed = false;
  readonly #turned: Tween<number>;
  readonly #onturn: (yaw: number) => void;

  // Each prop is tracked separately, so code that reads the stones does not run again when the stack turns.
  readonly geometry: Geometry = $derived.by(() => this.#props().geometry);
  readonly stones: readonly Stone[] = $derived.by(() => this.#props().stones);
  readonly toMove: Side | null = $derived.by(() => this.#props().toMove ?? null);
  readonly lastMove: number | null = $derived.by(() => this.#props().lastMove ?? null);
  readonly wins: readonly (readonly number[])[] = $derived.by(() => this.#props().wins ?? []);
  readonly labels: Labels = $derived.by(() => this.#props().labels ?? NO_LABELS);
  readonly symbols: Symbols | null = $derived.by(() => this.#props().symbols ?? null);
  readonly interactive: boolean = $derived.by(() => this.#props().interactive ?? false);
  readonly hasControls: boolean = $derived.by(() => this.#props().controls ?? true);
  readonly views: BoardViews = $derived.by(() => this.#views());
  readonly cuts: readonly Cut[] = $derived(cutsOf(this.geometry));
  readonly cut: Cut = $derived.by(() => this.cuts[this.views.sliceAxis] ?? this.cuts[0] ?? NO_CUT);
  readonly planes: readonly CutPlane[] = $derived(planesOf(this.geometry, this.cut));
  readonly pickable: readonly Plane[] = $derived(selectablePlanes(this.geometry));
  readonly picked: Plane | null = $derived.by(() => this.pickable[this.views.plane ?? -1] ?? null);
  readonly cursor: number = $derived.by(() => {
    const cursor = this.#cursor();
    return cursor >= 0 && cursor < this.geometry.cells.length ? cursor : 0;
  });
  #kept = $state<number | null>(null);
  /** When another plane than a person chose was enlarged; minus infinity for a chosen one. */
  #changed = -Infinity;
  /**
   * The cell whose plane is enlarged where only one is: the one under the mouse in an overview, or the one with the focus
   * if the keyboard brought it, else the one kept. A win is seen until the pointer or the cursor moves again.
   */
  readonly enlarged: number = $derived.by(() => {
    const kept = this.#kept !== null && this.#kept < this.geometry.cells.length ? this.#kept : this.cursor;
    if (this.quiet && this.wins.length > 0) return kept;
    return this.peeked ?? (this.focused ? this.cursor : kept);
  });

  /** What the move to the cell to confirm overlooks; null for nothing. */
  readonly question: Said | null = $derived.by(() => (this.pending === null ? null : this.warning(this.pending)));
  /** The cell whose lines are marked. */
  readonly pointed: number | null = $derived(
    this.pending ?? (this.quiet ? null : (this.hovered ?? (this.focused ? this.cursor : null))),
  );
  /**
   * The living lines through that cell, those that a side can still fill: on a cell that completes a line or must be
   * blocked, only the lines that would be complete. There are none once a line is full, because they would cover it.
   */
  readonly livingLines: readonly LivingLine[] = $derived.by(() => {
    const { pointed, geometry } = this;
    if (pointed === null || this.wins.length > 0 || this.#props().rays === false) return [];
    const threatening = this.#threatening(pointed);
    return threatening.length > 0 ? threatening : livingLines(geometry, this.#late.current.stones, pointed);
  });
  /** For each cell on one of these lines the side that has most stones on one, null for none. */
  readonly related: ReadonlyMap<number, Stone> = $derived(sidesOfCells(this.livingLines));
  /** The lines that are drawn through the stack: the full ones or, before there are any, those that a marked cell completes. */
  readonly drawn: readonly DrawnLine[] = $derived.by(() => {
    const { wins, geometry } = this;
    const { stones } = this.#late.current;
    const lines =
      wins.length > 0 ? wins : geometry.cells.flatMap((_, at) => this.#threatening(at).map(({ cells }) => cells));
    return lines.flatMap((cells) => {
      const side = cells.map((cell) => stones[cell] ?? null).find((stone) => stone !== null);
      return side === undefined ? [] : [{ cells, side, full: wins.length > 0 }];
    });
  });
  readonly #highlighted = $derived.by(() => cellSet([this.question?.cells ?? this.#props().highlight ?? []]));
  readonly #outlined = $derived(cellSet(this.picked?.rows ?? []));
  readonly #won = $derived.by(() => cellSet(this.wins));

  /**
   * The empty cell under the pointer, where a click would place a stone, as it would in no overview. A cell with a label shows none, because a person
   * may point at the cell to read the label.
   */
  readonly preview: number | null = $derived.by(() => {
    const { hovered } = this;
    if (hovered === null || this.peeked !== null || hovered === this.pending || this.labels.has(hovered)) return null;
    return this.placeable(hovered) ? hovered : null;
  });
  /** The classes of every cell, which stay while the pointer moves. */
  readonly #classes: readonly string[] = $derived.by(() => {
    const { pending } = this;
    const [highlighted, outlined] = [this.#highlighted, this.#outlined];
    const { suggested } = this.#props();
    return this.geometry.cells.map((_, cell) => {
      let classes = this.placeable(cell) ? "placeable" : "";
      if (highlighted.has(cell)) classes += " highlighted";
      if (suggested === cell) classes += " suggested";
      if (outlined.has(cell)) classes += " outlined";
      return pending === cell ? `${classes} pending` : classes;
    });
  });

  #before: readonly ShownCell[] = [];
  /** Each cell: the same object while what it shows stays, so that a move runs only the code of the cells that it changes. */
  readonly #shown = $derived.by(() => {
    this.#before = this.geometry.cells.map((_, cell) => {
      const [before, now] = [this.#before[cell], this.#shownNow(cell)];
      return before !== undefined && same(before, now) ? before : now;
    });
    return this.#before;
  });

  /** What the stack and the lines show: they follow the planes in a frame of their own, to share the work of a click. */
  readonly #late = new Later(() => ({ cells: this.#shown, stones: this.stones }));

  /** Made by the component of a board, whose life it shares; `onturn` is called with the angle to which it turns. */
  constructor(
    props: () => Omit<BoardProps, "cursor" | "views">,
    cursor: () => number,
    views: () => BoardViews,
    onturn: (yaw: number) => void,
  ) {
    this.#props = props;
    this.#cursor = cursor;
    this.#views = views;
    this.#onturn = onturn;
    this.#turned = new Tween(untrack(views).yaw);
    $effect(() => {
      const duration = this.#isLed || prefersReducedMotion.current ? 0 : TIMES.turning;
      void this.#turned.set(this.views.yaw, { duration, easing: backOut });
    });
  }

  /** The angle at which all stacks stand, on its way to the one that was chosen. */
  get yaw(): number {
    return this.#turned.current;
  }

  turn(to: number, smoothly: boolean): void {
    this.#isLed = !smoothly;
    this.settled = true;
    this.#onturn(to);
  }

  /** The cell to confirm; none once it can no longer be played. */
  get pending(): number | null {
    return this.#pending !== null && this.placeable(this.#pending) ? this.#pending : null;
  }

  set pending(cell: number | null) {
    this.#pending = cell;
  }

  /** Enlarge the plane of a cell in an overview; with null, the one before again, which a person may have chosen there. */
  peek(cell: number | null): void {
    if (cell === null && this.peeked !== null) {
      if (!this.#isChosen) this.#noteChange(this.peeked, this.#kept);
      this.#isChosen = false;
    }
    this.peeked = cell;
  }

  /** Enlarge the plane of a cell that a person has chosen. */
  keep(cell: number): void {
    this.#isChosen = this.peeked !== null;
    if (this.#isChosen || this.planeOf(cell) !== this.planeOf(this.enlarged)) this.#changed = -Infinity;
    this.#kept = cell;
  }

  /** Enlarge the plane of a cell that the page shows, unless a person uses the board: only a win is shown all the same. */
  follow(cell: number): void {
    if ((this.isPointedAt || this.focused) && this.wins.length === 0) return;
    this.#noteChange(this.#kept, cell);
    this.#kept = cell;
  }

  /** Whether a cell is on the plane that stays enlarged. */
  isKept(cell: number): boolean {
    return this.#kept !== null && this.planeOf(cell) === this.planeOf(this.#kept);
  }

  /** Whether another plane was enlarged a moment ago, so that a click may be meant for the one before. */
  get hasJustChanged(): boolean {
    return peoplesTime() - this.#changed < TIMES.aim;
  }

  #noteChange(from: number | null, to: number | null): void {
    if (from !== null && to !== null && this.planeOf(from) !== this.planeOf(to)) this.#changed = peoplesTime();
  }

  planeOf(cell: number): CutPlane | undefined {
    return this.planes.find(({ rows }) => rows.some((row) => row.includes(cell)));
  }

  /** Return what is shown of cells, for a loop over them: it runs again what is in it for those that have changed. */
  shown(cells: readonly number[]): ShownCell[] {
    return cells.map((cell) => this.#shown[cell] ?? this.#shownNow(cell));
  }

  /** Return what a stack shows of cells, for such a loop. */
  standing(cells: readonly number[]): ShownCell[] {
    return cells.map((cell) => this.#late.current.cells[cell] ?? this.#shownNow(cell));
  }

  /** Return the text of a cell for the screen reader. */
  description(shown: ShownCell): string {
    return describeCell(this.geometry, shown.cell, shown);
  }

  tooltip({ label, symbols }: ShownCell): string | undefined {
    return label === null ? undefined : labelTooltip(label, symbols);
  }

  /** Return the stone to draw faintly on a cell: the stone to confirm. */
  ghost(cell: number): Side | null {
    return this.pending === cell && this.placeable(cell) ? this.toMove : null;
  }

  /**
   * Return the side whose pale stone shows that it would complete a line on a cell; null if there is none, or if a stone
   * that is about to be placed there is shown.
   */
  paleStone({ cell, threat }: ShownCell): Side | null {
    return threat === null || cell === this.preview || cell === this.pending ? null : threat;
  }

  /** Return the place of a cell in its full line, from 0; 0 for the other cells. */
  placeInWin(cell: number): number {
    return this.wins.find((line) => line.includes(cell))?.indexOf(cell) ?? 0;
  }

  /** Return the question before a cell is played; null if there is none. */
  warning(cell: number): Said | null {
    return this.#props().warning?.(cell) ?? null;
  }

  /** Return whether a stone may be placed on a cell. */
  placeable(cell: number): boolean {
    const { stones, interactive, toMove } = this;
    return interactive && toMove !== null && (stones[cell] ?? null) === null;
  }

  /** Return the lines that would be complete on a cell that is marked for this. */
  #threatening(cell: number): readonly LivingLine[] {
    const { cells, stones } = this.#late.current;
    const threat = cells[cell]?.threat ?? null;
    if (threat === null) return [];
    const { geometry } = this;
    return livingLines(geometry, stones, cell).filter(
      ({ side, count }) => side === threat && count === geometry.lineLength - 1,
    );
  }

  #shownNow(cell: number): ShownCell {
    const { stones, labels, toMove, lastMove, symbols } = this;
    const stone = stones[cell] ?? null;
    const ring = stone === null && toMove !== null ? (this.#props().rings?.get(cell) ?? null) : null;
    return {
      cell,
      classes: this.#classes[cell] ?? "",
      hasCursor: cell === this.cursor,
      stone,
      ring,
      threat: ring === null || toMove === null ? null : ring === "win" ? toMove : opponentOf(toMove),
      label: labels.get(cell) ?? null,
      last: lastMove === cell,
      trial: this.#props().trial?.has(cell) ?? false,
      won: this.#won.has(cell),
      symbols,
    };
  }
}

function same(one: ShownCell, two: ShownCell): boolean {
  return (
    one.classes === two.classes &&
    one.hasCursor === two.hasCursor &&
    one.stone === two.stone &&
    one.ring === two.ring &&
    one.threat === two.threat &&
    one.label?.text === two.label?.text &&
    one.label?.kind === two.label?.kind &&
    one.label?.spoken === two.label?.spoken &&
    one.label?.meaning?.words === two.label?.meaning?.words &&
    one.last === two.last &&
    one.trial === two.trial &&
    one.won === two.won &&
    one.symbols === two.symbols
  );
}

const NO_CUT: Cut = { down: null, across: 0, outer: [] };
