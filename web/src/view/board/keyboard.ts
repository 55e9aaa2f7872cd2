/**
 * The keys of the board: the action of each key, and the target of each move of the cursor.
 *
 * The keys work only while a cell has the focus, so that single letters have their usual effect elsewhere.
 */

import type { Geometry } from "../../state/geometry";
import type { Cut } from "../../state/planes";

/** A command of a key to the page around the board. */
export type BoardCommand =
  "undo" | "redo" | "back" | "forward" | "last" | "threats" | "lines" | "value" | "why" | "help";

/** The action of a key: a step in the plane, a jump to its edge or another plane, play, cancel, a digit of a name, or a command. */
type KeyAction =
  | { readonly kind: "step"; readonly down: number; readonly across: number }
  | { readonly kind: "edge"; readonly end: boolean }
  | { readonly kind: "plane"; readonly by: number; readonly further: boolean }
  | { readonly kind: "play" }
  | { readonly kind: "cancel" }
  | { readonly kind: "digit" }
  | { readonly kind: "command"; readonly command: BoardCommand };

/** The part of a KeyboardEvent that is used. */
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
  ["w", { kind: "command", command: "why" }],
  ["?", { kind: "command", command: "help" }],
]);

/** Return the action of a key, or null if it is not a key of the board. */
export function keyAction({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyPress): KeyAction | null {
  if (ctrlKey || altKey || metaKey) return null;
  if (key === "PageUp" || key === "PageDown") {
    return { kind: "plane", by: key === "PageUp" ? -1 : 1, further: shiftKey };
  }
  return /^\d$/.test(key) ? { kind: "digit" } : (ACTIONS.get(key) ?? null);
}

/** Return the cell after a step or a jump to the edge within a plane; at the border, the cell itself. */
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
 * Return the cell at the same place of another plane of the cut; at the last plane in that direction, the cell itself.
 *
 * The keys move along the last outer axis; with `further`, along the axis before it. Boards of five and more dimensions
 * have more axes than keys, so `further` counts through all earlier axes, like the digits of a number.
 */
export function moveAcrossPlanes(
  geometry: Geometry,
  cut: Cut,
  cell: number,
  action: KeyAction & { kind: "plane" },
): number {
  const axes = action.further ? cut.outer.slice(0, -1) : cut.outer.slice(-1);
  const at = [...geometry.coordinates(cell)];
  const shape = axes.map((axis) => geometry.shape[axis] ?? 1);
  const count = shape.reduce((product, side) => product * side, 1);
  const place = axes.reduce((number, axis, index) => number * (shape[index] ?? 1) + (at[axis] ?? 1) - 1, 0) + action.by;
  if (place < 0 || place >= count) return cell;
  let rest = place;
  for (const [index, axis] of [...axes.entries()].reverse()) {
    const side = shape[index] ?? 1;
    at[axis] = (rest % side) + 1;
    rest = Math.floor(rest / side);
  }
  return geometry.cellAt(at) ?? cell;
}
