/**
 * The keys of the board: what each asks for, and where the moving ones lead.
 *
 * They act only while a cell has the focus, so that single letters have their usual effect elsewhere.
 */

import type { Geometry } from "../../state/geometry";
import type { Cut } from "../../state/planes";

/** What a key asks of whatever is around the board. */
export type BoardCommand = "undo" | "redo" | "back" | "forward" | "last" | "threats" | "lines" | "value" | "help";

/** What a key asks for: a step in the plane, its edge, another plane, to play or to think again, or a command. */
type KeyAction =
  | { readonly kind: "step"; readonly down: number; readonly across: number }
  | { readonly kind: "edge"; readonly end: boolean }
  | { readonly kind: "plane"; readonly by: number; readonly further: boolean }
  | { readonly kind: "play" }
  | { readonly kind: "cancel" }
  | { readonly kind: "command"; readonly command: BoardCommand };

/** The part of a KeyboardEvent that counts. */
interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

const ACTIONS: ReadonlyMap<string, KeyAction> = new Map<string, KeyAction>([
  ["ArrowUp", { kind: "step", down: -1, across: 0 }],
  ["ArrowDown", { kind: "step", down: 1, across: 0 }],
  ["ArrowLeft", { kind: "step", down: 0, across: -1 }],
  ["ArrowRight", { kind: "step", down: 0, across: 1 }],
  ["Home", { kind: "edge", end: false }],
  ["End", { kind: "edge", end: true }],
  ["Enter", { kind: "play" }],
  [" ", { kind: "play" }],
  ["Escape", { kind: "cancel" }],
  ["u", { kind: "command", command: "undo" }],
  ["r", { kind: "command", command: "redo" }],
  ["[", { kind: "command", command: "back" }],
  ["]", { kind: "command", command: "forward" }],
  ["l", { kind: "command", command: "last" }],
  ["t", { kind: "command", command: "threats" }],
  ["x", { kind: "command", command: "lines" }],
  ["v", { kind: "command", command: "value" }],
  ["?", { kind: "command", command: "help" }],
]);

/** Return what a key asks for, or null if it is not one of the board's. */
export function keyAction({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyPress): KeyAction | null {
  if (ctrlKey || altKey || metaKey) return null;
  if (key === "PageUp" || key === "PageDown") {
    return { kind: "plane", by: key === "PageUp" ? -1 : 1, further: shiftKey };
  }
  return ACTIONS.get(key) ?? null;
}

/** Return the cell to which a step or the way to an edge leads within a plane; at its border, the cell itself. */
export function moveWithinPlane(
  rows: readonly (readonly number[])[],
  cell: number,
  action: KeyAction & { kind: "step" | "edge" },
): number {
  const row = rows.findIndex((cells) => cells.includes(cell));
  const column = rows[row]?.indexOf(cell) ?? -1;
  if (action.kind === "edge") return rows[row]?.at(action.end ? -1 : 0) ?? cell;
  return rows[row + action.down]?.[column + action.across] ?? cell;
}

/**
 * Return the cell at the same place of another plane of the cut; at the last plane that way, the cell itself.
 *
 * The last outer axis is the near one. `further` goes along the one before; on boards of five dimensions and more,
 * which have too many axes for keys of their own, it counts through all those before, as digits do.
 */
export function moveAcrossPlanes(
  geometry: Geometry,
  cut: Cut,
  cell: number,
  action: KeyAction & { kind: "plane" },
): number {
  const axes = action.further ? cut.outer.slice(0, -1) : cut.outer.slice(-1);
  const at = [...geometry.coordinates(cell)];
  const sides = axes.map((axis) => geometry.sides[axis] ?? 1);
  const count = sides.reduce((product, side) => product * side, 1);
  const place = axes.reduce((number, axis, index) => number * (sides[index] ?? 1) + (at[axis] ?? 1) - 1, 0) + action.by;
  if (place < 0 || place >= count) return cell;
  let rest = place;
  for (const [index, axis] of [...axes.entries()].reverse()) {
    const side = sides[index] ?? 1;
    at[axis] = (rest % side) + 1;
    rest = Math.floor(rest / side);
  }
  return geometry.cellAt(at) ?? cell;
}
