/** The props of `Board.svelte`, and the types shared by its parts. */

import type { Snippet } from "svelte";

import type { ChosenViews } from "../../state/chosenViews";
import type { Said } from "../../state/coach";
import type { Geometry, Side, Stone, Symbols } from "../../state/geometry";
import type { Labels } from "../../state/labels";
import type { Ring } from "../../state/threats";
import type { BoardCommand } from "./keyboard";

/** The shown views of a board, with their settings. */
export interface BoardViews extends ChosenViews {
  /** The index of the planes' cut in `cutsOf`; in three dimensions, the axis perpendicular to the planes. */
  readonly sliceAxis: number;
  /** The index in `selectablePlanes` of a plane that is also shown alone; null for none. */
  readonly plane: number | null;
  /** The angle of the turntable, in degrees; 0 at rest. */
  readonly yaw: number;
}

export const DEFAULT_VIEWS: BoardViews = { planes: true, stack: true, sliceAxis: 0, plane: null, yaw: 0 };

/** Whether the page stands in one column, as its styles have it from the same width on. */
export function isNarrow(): boolean {
  return matchMedia("(max-width: 60rem)").matches;
}

/** The props of a board, with its callbacks. Only the geometry and the stones are required. */
export interface BoardProps {
  readonly geometry: Geometry;
  readonly stones: readonly Stone[];
  /** The side to move; null after the end. */
  readonly toMove?: Side | null;
  readonly lastMove?: number | null;
  /** The full lines, each as its cells from end to end. */
  readonly wins?: readonly (readonly number[])[];
  readonly labels?: Labels;
  readonly rings?: ReadonlyMap<number, Ring>;
  /** A museum program's marks for the sides; null for the usual X and O. */
  readonly symbols?: Symbols | null;
  /** The cells whose stones belong to a line that is only shown, and are drawn faintly. */
  readonly trial?: ReadonlySet<number>;
  /** Whether a stone may be placed now. */
  readonly interactive?: boolean;
  /** Whether a chosen cell must be confirmed; `auto`: if cells are smaller than 40 pixels and no mouse is used. */
  readonly confirm?: boolean | "auto";
  /** The cell of the keyboard's cursor. */
  cursor?: number;
  /** Cells to mark, such as those of the lines through a cell. */
  readonly highlight?: readonly number[];
  /** The cell that a hint suggests, marked among those; none by default. */
  readonly suggested?: number | undefined;
  views?: BoardViews;
  /** Whether the board fills its container, which then has a height of its own; otherwise the page scrolls. */
  readonly fill?: boolean;
  /** Whether the lines through the cell that is pointed at are shown, as they are unless this is false. */
  readonly rays?: boolean;
  /** What stands over the board, before the controls of the views. */
  readonly head?: Snippet | undefined;
  /** Whether the field for the name of a cell is shown on a page with a place for questions; a typed digit shows it. */
  typing?: boolean;
  /** Whether the controls of the views are shown, as they are unless this is false. */
  readonly controls?: boolean;
  /** Whether the ring that turns the stack is shown, as it is unless this is false; dragging turns the stack, too. */
  readonly ring?: boolean;
  /** A text that the screen reader announces after the board's own announcement. */
  readonly announcement?: string;
  /** Where the page wants the board's questions and the field for a cell, null before that is drawn; below the board by default. */
  readonly asks?: HTMLElement | null;
  /** Called when a person plays an empty cell; a board without it is only shown, and has no field for a cell. */
  readonly onplay?: ((cell: number) => void) | undefined;
  /** Called when a person chooses a cell with a stone, which cannot be played. */
  readonly onstone?: ((cell: number) => void) | undefined;
  /** Returns a question to ask before a cell is played; null for a cell that is played without one. */
  readonly warning?: (cell: number) => Said | null;
  /** Whether a click, and the field below the board, ask about a cell instead of playing it. */
  readonly asking?: boolean;
  /** Called when a person asks about a cell: while `asking` with a click, else with a right click or a long press. */
  readonly onask?: ((cell: number) => void) | undefined;
  /** Called with the cell that a mouse points at, null for none. */
  readonly onpoint?: (cell: number | null) => void;
  /** Called when a person presses a key whose command concerns the page. */
  readonly oncommand?: (command: BoardCommand) => void;
}
