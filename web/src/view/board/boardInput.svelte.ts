/** What a person does on a board: its focus, its keys, and the gestures of mouse and finger. */

import { flushSync, tick, untrack } from "svelte";

import { AskGestures } from "./askGestures";
import type { BoardModel } from "./boardModel.svelte";
import type { BoardProps } from "./boardProps";
import { cellOfElement, delegateEvents, focusCellIn, focusedBeside, OVERVIEW, regionOf } from "./eventDelegation";
import { keyAction, moveAcrossPlanes, moveWithinPlane } from "./keyboard";
import { TOUCH_PITCH } from "./planesLayout";
import { followPointer } from "./pointing";

interface Drawn {
  readonly root: () => HTMLElement | undefined;
  /** The distance between neighbouring cells in each view, in pixels. */
  readonly pitches: Readonly<Record<string, number>>;
  /** Whether only one plane is shown to be played on. */
  readonly isOnePlane: () => boolean;
  readonly moveCursor: (cell: number) => void;
}

/** Made by the component of a board, whose life it shares. */
export class BoardInput {
  readonly #model: BoardModel;
  readonly #props: () => BoardProps;
  readonly #drawn: Drawn;
  /** Why what was typed cannot be played; empty if it can. */
  refused = $state("");

  constructor(model: BoardModel, props: () => BoardProps, drawn: Drawn) {
    this.#model = model;
    this.#props = props;
    this.#drawn = drawn;
    $effect(() => {
      // eslint-disable-next-line page/state-in-effect -- a move makes what was said of typed text obsolete
      if (model.stones.length > 0) untrack(() => (this.refused = ""));
    });
    // If the page moves the cursor while the board has the focus, the focus follows.
    $effect(() => {
      const cell = model.cursor;
      const active = this.focused;
      const shown = cellOfElement(active);
      if (shown !== null && shown !== cell) void this.focus(cell, regionOf(active));
    });
  }

  /** What has the focus on the board; null for nothing. */
  get focused(): Element | null {
    const root = this.#drawn.root();
    const active = focusedBeside(root);
    return root?.contains(active) === true ? active : null;
  }

  /** Focus a cell, in the view that had the focus if it shows the cell. */
  focus(cell: number, region: string | null = null, options: FocusOptions = {}): Promise<void> {
    return focusCellIn(this.#drawn.root(), cell, region, options);
  }

  /** Move the cursor, which may stay at a cell whose plane is no longer enlarged. */
  readonly moveCursor = (cell: number): void => {
    if (cell !== this.#model.cursor) this.#model.quiet = false;
    this.#drawn.moveCursor(cell);
    this.#model.keep(cell);
  };

  #goTo(cell: number, region: string | null): void {
    this.moveCursor(cell);
    void this.focus(cell, region);
  }

  /** Play a chosen cell, or ask for confirmation first; pass on a stone. */
  #choose(cell: number, ask: boolean): void {
    const model = this.#model;
    if (!model.placeable(cell)) {
      if (model.stones[cell] !== null) this.#props().onstone?.(cell);
      return;
    }
    if ((ask || model.warning(cell) !== null) && model.pending !== cell) {
      model.pending = cell;
      return;
    }
    model.pending = null;
    this.#props().onplay?.(cell);
  }

  /** Play the cell to confirm, or leave it. */
  confirm(isPlayed: boolean): void {
    const { pending } = this.#model;
    if (pending === null) return;
    if (isPlayed) this.#choose(pending, false);
    else this.#model.pending = null;
    void this.focus(pending, null, { preventScroll: true });
  }

  /** Play or ask about what was typed. Returns whether it was understood. */
  chooseTyped(cells: readonly number[]): boolean {
    const { asking = false, confirm } = this.#props();
    const [first, ...others] = cells;
    if (first === undefined) return false;
    if (asking && others.length > 0) {
      this.refused = "Type one cell to ask about";
      return false;
    }
    if (asking && this.#ask(first)) return true;
    if (others.length > 0) {
      void this.#playInOrder(cells);
      return true;
    }
    this.moveCursor(first);
    const canPlay = this.#model.placeable(first);
    if (canPlay) this.#choose(first, confirm === true);
    if (!canPlay || this.#model.pending !== null) void this.focus(first);
    return true;
  }

  /** Play typed cells in order, until one cannot be played. */
  async #playInOrder(cells: readonly number[]): Promise<void> {
    for (const cell of cells) {
      if (!this.#model.placeable(cell)) {
        this.refused = `${this.#model.geometry.cells[cell] ?? ""} cannot be played now`;
        return;
      }
      this.moveCursor(cell);
      this.#choose(cell, false);
      await tick();
      if (this.#model.pending !== null) return this.focus(cell);
    }
  }

  /** Ask about a cell, if the page answers. */
  #ask(cell: number): boolean {
    const { onask } = this.#props();
    if (onask === undefined) return false;
    this.moveCursor(cell);
    onask(cell);
    return true;
  }

  #click(event: MouseEvent): void {
    const { asking = false, confirm = "auto" } = this.#props();
    const cell = cellOfElement(event.target);
    if (cell === null || this.#gestures.endsGesture()) return;
    this.moveCursor(cell);
    if (asking && this.#ask(cell)) return;
    const region = regionOf(event.target) ?? "planes";
    if (region === OVERVIEW) return;
    const isUnsure = this.#drawn.isOnePlane() && this.#model.hasJustChanged;
    const { pitches } = this.#drawn;
    const pitch = pitches[region] ?? pitches["planes"] ?? TOUCH_PITCH;
    const exact = "pointerType" in event && event.pointerType === "mouse";
    this.#choose(cell, isUnsure || (confirm === "auto" ? pitch < TOUCH_PITCH && !exact : confirm));
  }

  #keydown(event: KeyboardEvent): void {
    const { asking = false, confirm, oncommand } = this.#props();
    const model = this.#model;
    const cell = cellOfElement(event.target);
    const action = cell === null ? null : keyAction(event);
    if (cell === null || action === null) return;
    if (action.kind === "digit") return; // the window gets it
    event.preventDefault();
    const region = regionOf(event.target);
    switch (action.kind) {
      case "step":
      case "edge": {
        const plane = region === "picked" ? model.picked : model.planeOf(cell);
        this.#goTo(moveWithinPlane(plane?.rows ?? [], cell, action), region);
        break;
      }
      case "plane":
        this.#goTo(moveAcrossPlanes(model.geometry, model.cut, cell, action), region);
        break;
      case "play":
        if (!asking || !this.#ask(cell)) this.#choose(cell, confirm === true);
        break;
      case "cancel":
        if (model.pending !== null) event.stopPropagation(); // It cancels only that.
        model.pending = null;
        break;
      case "command":
        oncommand?.(action.command);
        if (action.command === "last" && model.lastMove !== null) this.#goTo(model.lastMove, region);
    }
  }

  /** Point at what is under the mouse, null once the mouse has left the board. */
  #point(target: EventTarget | null): void {
    const model = this.#model;
    model.isPointedAt = target !== null;
    const isOverview = regionOf(target) === OVERVIEW;
    if (!isOverview && model.peeked !== null) flushSync(() => model.peek(null)); // the target may show another cell now
    const cell = cellOfElement(target);
    if (isOverview && cell !== null) model.peek(cell);
    model.hovered = cell;
    this.#props().onpoint?.(cell);
  }

  readonly #gestures = new AskGestures((cell) => this.#ask(cell));

  readonly listeners = delegateEvents({
    ...this.#gestures.listeners,
    click: (event) => this.#click(event),
    keydown: (event) => this.#keydown(event),
    pointermove: (event) => {
      this.#gestures.listeners.pointermove(event);
      this.#model.quiet &&= event.pointerType === "touch";
    },
    ...followPointer((target) => this.#point(target)),
    focusin: (event) => {
      const cell = cellOfElement(event.target);
      this.#model.focused = cell !== null && (event.target as Element).matches(":focus-visible");
      if (cell !== null) this.moveCursor(cell);
    },
    focusout: () => (this.#model.focused = false),
  });
}
