/** What the period screen of an exhibit is drawn with. */

import type { Component } from "svelte";

import { loadBoard } from "../../api/endpoints";
import type { Geometry } from "../../state/geometry";
import type { FaceProps } from "../faces/faceProps";
import { museumProgram } from "../faces/programs";

export interface Screen {
  readonly geometry: Geometry;
  readonly Face: Component<FaceProps & Record<string, unknown>>;
}

/** Load the screen of an exhibit; null if it has none, or if the server cannot be reached. */
export async function loadScreen({ name, board }: { name: string; board: string }): Promise<Screen | null> {
  const face = museumProgram(name)?.face;
  if (face === undefined) return null;
  try {
    const [geometry, { default: Face }] = await Promise.all([loadBoard(board), face.load()]);
    return { geometry, Face };
  } catch {
    return null;
  }
}
