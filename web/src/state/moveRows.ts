/**
 * The rows of the move list: the current path through a tree of moves, and the branches beside each move.
 *
 * A branch is a sequence of moves with branches of its own, as in chess books: `231 (222 341) 114`.
 */

import type { Side } from "./geometry";
import { currentPath, nodeAt, type MoveNode, type MoveTree } from "./moveTree";

export interface MoveRow {
  readonly node: MoveNode;
  readonly side: Side;
  /** The number of the move, as in a record: `3.` before a move of X, `3…` before a move of O. */
  readonly number: string;
  /** The alternatives, each as a sequence of moves. */
  readonly branches: readonly (readonly MoveRow[])[];
}

export function moveRows(tree: MoveTree, first: Side): readonly MoveRow[] {
  return currentPath(tree)
    .slice(1)
    .map((node) => rowOf(tree, node, first));
}

function rowOf(tree: MoveTree, node: MoveNode, first: Side): MoveRow {
  const siblings = node.parent === null ? [] : nodeAt(tree, node.parent).children;
  const others = siblings.filter((sibling) => sibling !== node.id);
  return { ...bare(node, first), branches: others.map((id) => runOf(tree, nodeAt(tree, id), first)) };
}

/** Return a branch from its first move on, along the most recently visited moves. */
function runOf(tree: MoveTree, node: MoveNode, first: Side): MoveRow[] {
  const run: MoveRow[] = [{ ...bare(node, first), branches: [] }];
  for (let next = node.next; next !== null;) {
    const child = nodeAt(tree, next);
    run.push(rowOf(tree, child, first));
    next = child.next;
  }
  return run;
}

/** Return the number of a move, as in a record; if O begins, its first move has number 1, as if X had passed. */
export function moveNumber(ply: number, first: Side): string {
  const offset = first === "x" ? ply - 1 : ply;
  return `${String(Math.floor(offset / 2) + 1)}${offset % 2 === 0 ? "." : "…"}`;
}

function bare(node: MoveNode, first: Side): Omit<MoveRow, "branches"> {
  const number = moveNumber(node.ply, first);
  return { node, side: number.endsWith(".") ? "x" : "o", number };
}
