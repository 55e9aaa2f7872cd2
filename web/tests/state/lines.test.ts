import { expect, test } from "vitest";

import { boardTable } from "../../src/state/lines";
import { boardTable as walked } from "../boards";

test.each(["3x3", "5", "2x2x2", "4x4x4", "3x4:3", "5x5:4", "3x3x3x3", "2x10x3:2", "4x4x4x4"])(
  "%s has the cells and the lines that a walk in every direction finds",
  (name) => {
    const sorted = (lines: readonly (readonly number[])[]): string[] => lines.map((line) => line.join(" ")).sort();
    const [made, expected] = [boardTable(name), walked(name)];
    expect({ ...made, lines: sorted(made.lines) }).toEqual({ ...expected, lines: sorted(expected.lines) });
  },
);
