import { describe, expect, test } from "vitest";

import { hasFullLengthLines, lineCount, lineCountOfKind, lineKinds } from "../../src/state/lineKinds";
import { board } from "../boards";

describe.each([
  ["3x3", 3, 2],
  ["3x3x3", 3, 3],
  ["4x4x4", 4, 3],
  ["3x3x3x3", 3, 4],
  ["4x4x4x4", 4, 4],
] as const)("%s", (name, n, d) => {
  const geometry = board(name);

  test("its lines, found one by one, are as many as the formula says, kind by kind", () => {
    const kinds = lineKinds(geometry);
    expect(kinds.map(({ axes, lines }) => [axes, lines.length])).toEqual(
      Array.from({ length: d }, (_, index) => [index + 1, lineCountOfKind(n, d, index + 1)]),
    );
    expect(geometry.lines).toHaveLength(lineCount(n, d));
    expect(hasFullLengthLines(geometry)).toBe(true);
  });

  test("every line is of one kind", () => {
    const all = lineKinds(geometry).flatMap(({ lines }) => lines);
    expect(all.toSorted((a, b) => a - b)).toEqual(geometry.lines.map((_, index) => index));
  });
});

test("boards with shorter lines have kinds, but no formula", () => {
  const geometry = board("5x5:4");
  expect(hasFullLengthLines(geometry)).toBe(false);
  expect(lineKinds(geometry).map(({ lines }) => lines.length)).toEqual([20, 8]);
});
