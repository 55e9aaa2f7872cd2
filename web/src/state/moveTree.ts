/**
 * The moves of a game with everything that was tried: a tree whose nodes are plies.
 *
 * Nothing that was played is ever lost. Undo only moves the place where the game stands; another move from there begins
 * a branch beside the old one. Trees are values: every operation returns a new one and leaves the old one alone, so that
 * a view can compare them and keep one for later.
 */

/** One ply: a cell played after everything on the way from the root. */
export interface MoveNode {
  /** Its place in `MoveTree.nodes`; the root is 0. */
  readonly id: number;
  /** The node before it, null for the root. */
  readonly parent: number | null;
  /** The cell played, null for the root. */
  readonly cell: number | null;
  /** How many moves lead here. */
  readonly ply: number;
  /** What was played from here, in the order in which it was first tried. */
  readonly children: readonly number[];
  /** The child that redo goes to: the one visited last, null where nothing was played. */
  readonly next: number | null;
}

/** All moves, and the node at which the game stands. */
export interface MoveTree {
  readonly nodes: readonly MoveNode[];
  readonly here: number;
}

/** Return the tree of a game in which nothing was played. */
export function emptyTree(): MoveTree {
  return { nodes: [{ id: 0, parent: null, cell: null, ply: 0, children: [], next: null }], here: 0 };
}

/**
 * Return the tree of a game without branches.
 *
 * @param moves - the cells played.
 * @param ply - where the game stands; at its end if it is not given.
 */
export function treeOf(moves: readonly number[], ply: number = moves.length): MoveTree {
  return mergeMoves(emptyTree(), moves, ply);
}

/** Return a node. The tree assigns the ids, so that an unknown one is a fault of the caller. */
export function nodeAt(tree: MoveTree, id: number = tree.here): MoveNode {
  const node = tree.nodes[id];
  if (node === undefined) {
    throw new RangeError(`the tree has no node ${String(id)}`);
  }
  return node;
}

/** Play a cell from where the game stands: goes to the branch where that was played before, or begins one. */
export function play(tree: MoveTree, cell: number): MoveTree {
  const node = nodeAt(tree);
  const known = node.children.find((child) => nodeAt(tree, child).cell === cell);
  if (known !== undefined) {
    return goTo(tree, known);
  }
  const id = tree.nodes.length;
  const nodes = [...tree.nodes];
  nodes[node.id] = { ...node, children: [...node.children, id], next: id };
  nodes.push({ id, parent: node.id, cell, ply: node.ply + 1, children: [], next: null });
  return { nodes, here: id };
}

/** Go to a node, and make the way to it the one that redo follows. */
export function goTo(tree: MoveTree, id: number): MoveTree {
  const nodes = [...tree.nodes];
  for (let node = nodeAt(tree, id); node.parent !== null; node = nodeAt(tree, node.parent)) {
    const parent = nodeAt(tree, node.parent);
    if (parent.next !== node.id) {
      nodes[parent.id] = { ...parent, next: node.id };
    }
  }
  return { nodes, here: id };
}

/** Go back by some plies, as far as there are. */
export function undo(tree: MoveTree, plies = 1): MoveTree {
  return goToPly(tree, Math.max(nodeAt(tree).ply - plies, 0));
}

/** Go on by some plies along the way that was taken last, as far as it leads. */
export function redo(tree: MoveTree, plies = 1): MoveTree {
  return goToPly(tree, nodeAt(tree).ply + plies);
}

/** Go to a ply of the line on which the game stands; to its end where it is shorter. */
export function goToPly(tree: MoveTree, ply: number): MoveTree {
  const nodes = currentPath(tree);
  const target = nodes[Math.min(Math.max(ply, 0), nodes.length - 1)];
  return target === undefined || target.id === tree.here ? tree : { ...tree, here: target.id };
}

/**
 * Merge moves from elsewhere (a server, an address) into the tree, and go to one of their plies.
 *
 * What the tree holds beside them stays as branches.
 */
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

/** Return the nodes of the line on which the game stands, from the root through `here` to where redo ends. */
export function currentPath(tree: MoveTree): MoveNode[] {
  const nodes = pathTo(tree);
  for (let next = nodeAt(tree).next; next !== null;) {
    const node = nodeAt(tree, next);
    nodes.push(node);
    next = node.next;
  }
  return nodes;
}

/** Return the cells played on the way to a node. */
export function movesTo(tree: MoveTree, id: number = tree.here): number[] {
  return cellsOf(pathTo(tree, id));
}

/** Return the cells of the line on which the game stands, those ahead included. */
export function movesOfPath(tree: MoveTree): number[] {
  return cellsOf(currentPath(tree));
}

function cellsOf(nodes: readonly MoveNode[]): number[] {
  return nodes.flatMap((node) => (node.cell === null ? [] : [node.cell]));
}
