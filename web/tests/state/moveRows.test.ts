import { expect, test } from "vitest";

import { moveRows, type MoveRow } from "../../src/state/moveRows";
import { goTo, play, treeOf, undo } from "../../src/state/moveTree";

/** Rows as a printed game has them. */
function printed(rows: readonly MoveRow[]): string {
  return rows
    .map(({ node, number, branches }) =>
      [`${number}${String(node.cell)}`, ...branches.map((run) => `(${printed(run)})`)].join(" "),
    )
    .join(" ");
}

test("a line is numbered like a record", () => {
  expect(printed(moveRows(treeOf([1, 2, 3]), "x"))).toBe("1.1 1…2 2.3");
  expect(printed(moveRows(treeOf([1, 2, 3]), "o"))).toBe("1…1 2.2 2…3");
});

test("branches stand beside the moves that they replace, and inner branches inside outer ones", () => {
  let tree = play(undo(treeOf([1, 2, 3])), 4);
  tree = play(play(undo(tree, 2), 5), 6);
  const main = tree.nodes.find((node) => node.cell === 3)?.id ?? -1;
  expect(printed(moveRows(tree, "x"))).toBe("1.1 1…5 (1…2 2.4 (2.3)) 2.6");
  expect(printed(moveRows(goTo(tree, main), "x"))).toBe("1.1 1…2 (1…5 2.6) 2.3 (2.4)");
});
