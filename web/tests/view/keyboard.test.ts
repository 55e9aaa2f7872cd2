import { expect, test } from "vitest";

import { cutsOf } from "../../src/state/planes";
import { keyAction, moveAcrossPlanes } from "../../src/view/board/keyboard";
import { board } from "../boards";

const FREE = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };

test("keys that are held with Control, Alt or Meta belong to the browser", () => {
  expect(keyAction({ ...FREE, key: "u" })).toEqual({ kind: "command", command: "undo" });
  for (const held of ["ctrlKey", "altKey", "metaKey"]) {
    expect(keyAction({ ...FREE, key: "u", [held]: true })).toBeNull();
    expect(keyAction({ ...FREE, key: "PageDown", [held]: true })).toBeNull();
  }
});

test("keys that mean nothing here are left alone", () => {
  for (const key of ["Tab", "F5", "q", "Shift", "toString"]) expect(keyAction({ ...FREE, key })).toBeNull();
});

test("PgDn, and Shift with PgDn, reach every plane of any board from the first", () => {
  for (const name of ["3x3x3", "3x4x5:3", "4x4x4x4", "2x3x2x2x2:2"]) {
    const geometry = board(name);
    for (const cut of cutsOf(geometry)) {
      const reached = new Set([0]);
      for (const cell of reached) {
        for (const further of [false, true]) {
          const next = moveAcrossPlanes(geometry, cut, cell, { kind: "plane", by: 1, further });
          if (next !== cell)
            expect(moveAcrossPlanes(geometry, cut, next, { kind: "plane", by: -1, further })).toBe(cell);
          reached.add(next);
        }
      }
      const inPlane = (axis: number): boolean => axis === cut.down || axis === cut.across;
      const planes = geometry.shape.reduce((product, side, axis) => (inPlane(axis) ? product : product * side), 1);
      expect(reached.size).toBe(planes);
    }
  }
});
