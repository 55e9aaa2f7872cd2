import { expect, test } from "vitest";

import {
  currentPath,
  emptyTree,
  goTo,
  goToPly,
  mergeMoves,
  movesOfPath,
  movesTo,
  nodeAt,
  play,
  redo,
  treeOf,
  undo,
} from "../../src/state/moveTree";

test("undo keeps the moves as a branch, and redo follows the branch visited last", () => {
  let tree = undo(treeOf([1, 2, 3]), 2);
  tree = play(tree, 7);
  expect(movesTo(tree)).toEqual([1, 7]);
  const [, fork] = currentPath(tree);
  expect(fork?.children.map((child) => nodeAt(tree, child).cell)).toEqual([2, 7]);

  tree = redo(undo(tree));
  expect(movesTo(tree)).toEqual([1, 7]);

  const old = tree.nodes.find((node) => node.cell === 3);
  tree = goTo(tree, old?.id ?? -1);
  expect(movesTo(tree)).toEqual([1, 2, 3]);
  expect(movesOfPath(undo(tree, 3))).toEqual([1, 2, 3]);
});

test("playing the same move again follows it instead of starting a branch", () => {
  const tree = play(undo(treeOf([4, 5])), 5);
  expect(tree.nodes).toHaveLength(3);
  expect(movesTo(tree)).toEqual([4, 5]);
});

test("operations do not modify the tree they get", () => {
  const before = treeOf([1, 2]);
  const copy = structuredClone(before);
  play(undo(before), 9);
  goTo(before, 1);
  mergeMoves(before, [3, 4], 1);
  expect(before).toEqual(copy);
});

test("a line from an address is merged into the tree, and other branches stay", () => {
  const tree = mergeMoves(treeOf([1, 2, 3]), [1, 2, 8, 9], 3);
  expect(movesTo(tree)).toEqual([1, 2, 8]);
  expect(movesOfPath(tree)).toEqual([1, 2, 8, 9]);
  expect(tree.nodes.map((node) => node.cell)).toEqual([null, 1, 2, 3, 8, 9]);
});

test("undo and redo go no further than there are moves", () => {
  const tree = treeOf([1, 2], 1);
  expect(undo(tree, 5).here).toBe(0);
  expect(movesTo(redo(tree, 5))).toEqual([1, 2]);
  expect(undo(emptyTree()).here).toBe(0);
  expect(goToPly(tree, 1)).toBe(tree);
});

test("a node that the tree does not have is refused", () => {
  expect(() => goTo(emptyTree(), 1)).toThrow(RangeError);
});
