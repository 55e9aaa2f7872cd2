/**
 * The moves of a game with all branches: a tree whose nodes are plies.
 *
 * Undo removes no moves: it only changes the current node, and another move from there begins a branch. Trees are
 * immutable: every operation returns a new tree, so a view can compare two trees or keep one.
 */

/** One ply: a cell played after the moves on the path from the root. */
export interface MoveNode {
  /** The node's index in `MoveTree.nodes`; the root is 0. */
  readonly id: number;
  /** The node before it, null for the root. */
  readonly parent: number | null;
  /** The cell played, null for the root. */
  readonly cell: number | null;
  /** The number of moves from the root. */
  readonly ply: number;
  /** The nodes of the moves played from here, in the order in which they were first played. */
  readonly children: readonly number[];
  /** The child that redo goes to: the most recently visited one, null if there is none. */
  readonly next: number | null;
}

/** All moves, and the current node. */
export interface MoveTree {
  readonly nodes: readonly MoveNode[];
  readonly here: number;
}

/** Return the tree of a game without moves. */
export function emptyTree(): MoveTree {
  return { nodes: [{ id: 0, parent: null, cell: null, ply: 0, children: [], next: null }], here: 0 };
}

/** Return the tree of a game without branches, at a ply; by default the last. */
export function treeOf(moves: readonly number[], ply: number = moves.length): MoveTree {
  return mergeMoves(emptyTree(), moves, ply);
}

/** Return a node. Only the tree assigns ids, so an unknown id is a bug in the caller. */
export function nodeAt(tree: MoveTree, id: number = tree.here): MoveNode {
  const node = tree.nodes[id];
  if (node === undefined) throw new RangeError(`the tree has no node ${String(id)}`);
  return node;
}

/** Play a cell from the current node: go to the child with that move, or add one. */
export function play(tree: MoveTree, cell: number): MoveTree {
  const node = nodeAt(tree);
  const known = node.children.find((child) => nodeAt(tree, child).cell === cell);
  if (known !== undefined) return goTo(tree, known);
  const id = tree.nodes.length;
  const nodes = [...tree.nodes];
  nodes[node.id] = { ...node, children: [...node.children, id], next: id };
  nodes.push({ id, parent: node.id, cell, ply: node.ply + 1, children: [], next: null });
  return { nodes, here: id };
}

/** Go to a node, and make redo follow the path to it. */
export function goTo(tree: MoveTree, id: number): MoveTree {
  const nodes = [...tree.nodes];
  for (let node = nodeAt(tree, id); node.parent !== null; node = nodeAt(tree, node.parent)) {
    const parent = nodeAt(tree, node.parent);
    if (parent.next !== node.id) nodes[parent.id] = { ...parent, next: node.id };
  }
  return { nodes, here: id };
}

/** Go back by some plies, at most to the root. */
export function undo(tree: MoveTree, plies = 1): MoveTree {
  return goToPly(tree, Math.max(nodeAt(tree).ply - plies, 0));
}

/** Go forward by some plies along the most recently visited moves, at most to their end. */
export function redo(tree: MoveTree, plies = 1): MoveTree {
  return goToPly(tree, nodeAt(tree).ply + plies);
}

/** Go to a ply of the current path, or to its end if it is shorter. */
export function goToPly(tree: MoveTree, ply: number): MoveTree {
  const nodes = currentPath(tree);
  const target = nodes[Math.min(Math.max(ply, 0), nodes.length - 1)];
  return target === undefined || target.id === tree.here ? tree : { ...tree, here: target.id };
}

/** Merge the moves of a server or an address into the tree, whose other moves remain, and go to a ply of them. */
export function mergeMoves(tree: MoveTree, moves: readonly number[], ply: number = moves.length): MoveTree {
  let grown: MoveTree = { ...tree, here: 0 };
  for (const cell of moves) {
    grown = play(grown, cell);
  }
  return goToPly(grown, ply);
}

/** Return the nodes from the root to a node, the root first. */
export function pathTo(tree: MoveTree, id: number = tree.here): MoveNode[] {
  const path: MoveNode[] = [];
  for (let at: number | null = id; at !== null;) {
    const node = nodeAt(tree, at);
    path.push(node);
    at = node.parent;
  }
  return path.reverse();
}

/** Return the nodes of the current path: from the root through `here` to the end of redo. */
export function currentPath(tree: MoveTree): MoveNode[] {
  const nodes = pathTo(tree);
  for (let next = nodeAt(tree).next; next !== null;) {
    const node = nodeAt(tree, next);
    nodes.push(node);
    next = node.next;
  }
  return nodes;
}

/** Return the cells played on the path to a node. */
export function movesTo(tree: MoveTree, id: number = tree.here): number[] {
  return cellsOf(pathTo(tree, id));
}

/** Return the cells of the current path, including the moves after `here`. */
export function movesOfPath(tree: MoveTree): number[] {
  return cellsOf(currentPath(tree));
}

function cellsOf(nodes: readonly MoveNode[]): number[] {
  return nodes.flatMap((node) => (node.cell === null ? [] : [node.cell]));
}
