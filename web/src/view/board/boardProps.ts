/** The props of `Board.svelte`, and the types shared by its parts. */

import type { Geometry, Side, Stone } from "../../state/geometry";
import type { Label } from "../../state/labels";
import type { Ring } from "../../state/threats";
import type { BoardCommand } from "./keyboard";

/** Which views are shown, and how they are turned. */
export interface BoardViews {
  /** The planes side by side. */
  readonly planes: boolean;
  /** The tiers on a turntable; boards of three dimensions only. */
  readonly stack: boolean;
  /** Which of `cutsOf` the planes follow; in three dimensions, the axis that they stand across. */
  readonly sliceAxis: number;
  /** Which of `selectablePlanes` is also shown alone; null for none. */
  readonly plane: number | null;
  /** How far the turntable is turned, in degrees; it rests at 0. */
  readonly yaw: number;
}

/** The views that a board is shown in at first. */
export const DEFAULT_VIEWS: BoardViews = { planes: true, stack: true, sliceAxis: 0, plane: null, yaw: 0 };

/** What a board shows, and its callbacks. Everything but the geometry and the stones may be left out. */
export interface BoardProps {
  readonly geometry: Geometry;
  /** What stands on each cell. */
  readonly stones: readonly Stone[];
  /** Whose turn it is; null after the end. */
  readonly toMove?: Side | null;
  readonly lastMove?: number | null;
  /** The full lines, each as its cells from end to end. */
  readonly wins?: readonly (readonly number[])[];
  readonly labels?: ReadonlyMap<number, Label>;
  readonly rings?: ReadonlyMap<number, Ring>;
  /** A museum program's own signs for the sides; null for a drawn X and O. */
  readonly symbols?: Readonly<Record<Side, string>> | null;
  /** Whether a stone may be placed now. */
  readonly interactive?: boolean;
  /** Whether a chosen cell has to be confirmed; `auto`: where cells are smaller than 40 pixels. */
  readonly confirm?: boolean | "auto";
  /** The cell that the keyboard is at. */
  cursor?: number;
  /** Cells to mark, such as those of the lines through a cell. */
  readonly highlight?: readonly number[];
  views?: BoardViews;
  /** Something for the screen reader to say beside what the board says of itself. */
  readonly announcement?: string;
  /** A stone is placed on this empty cell. */
  readonly onplay?: (cell: number) => void;
  /** A key was pressed whose command lies beyond the board. */
  readonly oncommand?: (command: BoardCommand) => void;
}
