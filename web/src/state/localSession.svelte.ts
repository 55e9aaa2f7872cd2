/** A game at one screen, or a position that is analysed, as reactive state. It needs no server. */

import type { MoveNote } from "../api/types";
import type { LocalRoute, Mode } from "./address";
import type { GameEnding, GameSession } from "./gameSession";
import { cellNames, SIDES, type Geometry, type Side } from "./geometry";
import * as trees from "./moveTree";
import type { RecordExtras } from "./openedRecord";
import { emptyPosition, nextStone, readPosition, writeStart, type Brush, type Position } from "./position";
import { cellIndices, opponentOf, playCell, replay, type GamePosition, type GameResult } from "./rules";

/** A game at one screen. */
export class LocalSession implements GameSession {
  readonly geometry: Geometry;
  start: Position;
  mode: Mode | null = $state(null);
  brush: Brush = $state("turns");
  readonly canReview = true;
  readonly isLive = false;
  readonly computer = null;
  readonly helpRefusal = "";
  readonly undoRefusal = "";
  readonly inquiry = {};
  /** Notes of an opened record, by node. */
  #notes: ReadonlyMap<number, MoveNote> | null;
  tree: trees.MoveTree = $state.raw(trees.treeOf([]));
  /** The end that the players declared, and its node. */
  #declared: { readonly node: number; readonly result: GameResult } | null = $state.raw(null);

  readonly position: GamePosition = $derived.by(() => replay(this.geometry, this.start, trees.movesTo(this.tree)));

  readonly end: GameEnding | null = $derived.by(() => {
    const last = trees.currentPath(this.tree).at(-1)?.id ?? 0;
    const declared = this.#declared?.node === last ? this.#declared.result : null;
    const position =
      last === this.tree.here ? this.position : replay(this.geometry, this.start, trees.movesOfPath(this.tree));
    const result = position.result ?? declared;
    return result === null ? null : { position, result };
  });

  /** `moves` includes those after the ply. Throws a MoveError. */
  constructor(
    geometry: Geometry,
    start: Position,
    moves: readonly number[] = [],
    ply: number = moves.length,
    extras: RecordExtras | null = null,
  ) {
    replay(geometry, start, moves);
    this.geometry = geometry;
    this.start = $state.raw(start);
    this.tree = trees.treeOf(moves, ply);
    // The nodes of a tree without branches are numbered by their plies.
    this.#notes = extras?.notes ?? null;
    const end = extras?.declared ?? null;
    if (end !== null) this.#declared = { node: moves.length, result: end };
  }

  /** Return the session that an address shows. Throws a PositionError or MoveError. */
  static of(geometry: Geometry, route: LocalRoute, extras: RecordExtras | null = null): LocalSession {
    const cells = geometry.cells.length;
    const start = route.start === null ? emptyPosition(cells) : readPosition(cells, route.start);
    const session = new LocalSession(geometry, start, cellIndices(geometry, route.moves), route.ply, extras);
    session.mode = route.mode ?? null;
    return session;
  }

  get result(): GameResult | null {
    const declared = this.#declared?.node === this.tree.here ? this.#declared.result : null;
    return this.position.result ?? declared;
  }

  get ownSides(): readonly Side[] {
    return SIDES;
  }

  get canPlay(): boolean {
    return this.mode === "setup" || this.result === null;
  }

  get canUndo(): boolean {
    return this.tree.here !== 0;
  }

  get canRedo(): boolean {
    return trees.nodeAt(this.tree).next !== null;
  }

  /** The side of the next stone: while a position is set up, that of the brush. */
  get nextStone(): Side {
    const { stones, toMove } = this.position;
    return this.mode === "setup" ? nextStone(this.brush, stones) : toMove;
  }

  /** Begin with another position, which no game may reach, and without moves. */
  setUp(start: Position): void {
    this.start = start;
    this.tree = trees.treeOf([]);
    this.#notes = null;
    this.#declared = null;
  }

  /** Place a stone on an empty cell, replace a stone of the other side, or remove any other stone. */
  #place(cell: number): void {
    const { brush, position } = this;
    const stones = [...position.stones];
    const stone = stones[cell] ?? null;
    const isReplaced = stone !== null && brush !== "turns" && stone !== brush;
    stones[cell] = stone === null || isReplaced ? this.nextStone : null;
    // Stones that alternate determine the side to move; otherwise the chosen side stays.
    this.setUp({ stones, toMove: brush === "turns" ? nextStone(brush, stones) : position.toMove });
  }

  play(cell: number): void {
    if (this.mode === "setup") {
      this.#place(cell);
    } else if (this.result === null) {
      playCell(this.geometry, this.position, cell);
      this.tree = trees.play(this.tree, cell);
    }
  }

  undo(): void {
    this.#declared = null;
    this.tree = trees.undo(this.tree);
  }

  redo(): void {
    this.tree = trees.redo(this.tree);
  }

  goTo(node: number): void {
    this.tree = trees.goTo(this.tree, node);
  }

  noteAt(node: number): MoveNote | null {
    return this.#notes?.get(node) ?? null;
  }

  resign(): void {
    this.#end({ ending: "resigned", winner: opponentOf(this.position.toMove) });
  }

  /** End the game with an agreed draw. */
  agreeDraw(): void {
    this.#end({ ending: "draw agreed", winner: null });
  }

  /** Return whether an address belongs to this game, at any ply or branch. */
  matches(route: LocalRoute): boolean {
    return route.board === this.geometry.name && route.start === writeStart(this.start);
  }

  /** Go to the moves and the ply of an address, after Back or Forward. Throws a MoveError. */
  goToRoute(route: LocalRoute): void {
    const moves = cellIndices(this.geometry, route.moves);
    replay(this.geometry, this.start, moves);
    this.mode = route.mode ?? null;
    const tree = trees.mergeMoves(this.tree, moves, route.ply);
    if (tree.here !== this.tree.here) this.tree = tree;
  }

  get route(): LocalRoute {
    return {
      page: "play",
      board: this.geometry.name,
      start: writeStart(this.start),
      moves: cellNames(this.geometry, trees.movesOfPath(this.tree)),
      ply: trees.nodeAt(this.tree).ply,
      ...(this.mode === null ? {} : { mode: this.mode }),
    };
  }

  #end(result: GameResult): void {
    if (this.result === null) this.#declared = { node: this.tree.here, result };
  }
}
