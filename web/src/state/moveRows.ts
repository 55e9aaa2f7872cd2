/**
 * A tree of moves laid out to be read: the line on which the game stands, and beside each move what else was tried there.
 *
 * A branch is a run of moves with branches of its own, as in printed games of chess: `231 (222 341) 114`.
 */

import type { Side } from "./geometry";
import { currentPath, nodeAt, type MoveNode, type MoveTree } from "./moveTree";

/** A move, and what was tried instead of it. */
export interface MoveRow {
  readonly node: MoveNode;
  readonly side: Side;
  /** The number of the move, as a record writes it: `3.` before the first side's, `3…` before the second's. */
  readonly number: string;
  /** What else was played in its place, each as a run of moves. */
  readonly branches: readonly (readonly MoveRow[])[];
}

/**
 * Lay out a tree.
 *
 * @param first - the side that makes the first move.
 */
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

/** A branch from its first move on, along the moves that were visited last. */
function runOf(tree: MoveTree, node: MoveNode, first: Side): MoveRow[] {
  const run: MoveRow[] = [{ ...bare(node, first), branches: [] }];
  for (let next = node.next; next !== null;) {
    const child = nodeAt(tree, next);
    run.push(rowOf(tree, child, first));
    next = child.next;
  }
  return run;
}

function bare(node: MoveNode, first: Side): Omit<MoveRow, "branches"> {
  // Where O begins, its first move belongs to the first number, with no move of X before it.
  const offset = first === "x" ? node.ply - 1 : node.ply;
  const isX = offset % 2 === 0;
  return { node, side: isX ? "x" : "o", number: `${String(Math.floor(offset / 2) + 1)}${isX ? "." : "…"}` };
}
