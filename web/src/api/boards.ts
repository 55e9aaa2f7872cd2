/**
 * Tables of boards, asked for once.
 *
 * A board never changes, so that what was loaded is good as long as the page lives; the service worker keeps it longer.
 */

import { geometryOf, type Geometry } from "../state/geometry";
import { fetchBoard } from "./endpoints";

const loaded = new Map<string, Promise<Geometry>>();

/** Return a board's geometry; what failed is asked for again the next time. */
export function loadBoard(name: string): Promise<Geometry> {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const loading = fetchBoard(name).then(geometryOf);
  loaded.set(name, loading);
  loading.catch(() => {
    loaded.delete(name);
  });
  return loading;
}
