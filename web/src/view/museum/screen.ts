/** What the period screen of an exhibit is drawn with. */

import type { Component } from "svelte";

import { loadBoard } from "../../api/endpoints";
import type { Geometry } from "../../state/geometry";
import type { ScreenProps } from "../screens/screenProps";
import { museumProgram } from "../screens/programs";

export interface Screen {
  readonly geometry: Geometry;
  readonly View: Component<ScreenProps & Record<string, unknown>>;
}

/** Load the screen of an exhibit; null if it has none, or if the server cannot be reached. */
export async function loadScreen({ name, board }: { name: string; board: string }): Promise<Screen | null> {
  const period = museumProgram(name)?.screen;
  if (period === undefined) return null;
  try {
    const [geometry, { default: View }] = await Promise.all([loadBoard(board), period.load()]);
    return { geometry, View };
  } catch {
    return null;
  }
}
