/**
 * The marks of a museum program in all parts of a game's view: texts and icons of a side then show `H` instead of `X`.
 *
 * A view of a game provides them, and its parts read them, wherever they are. Elsewhere sides are X and O.
 */

import { getContext, setContext } from "svelte";

import { sideName, type Side, type Symbols } from "../../state/geometry";

const KEY = Symbol("symbols");

/** Provide the marks to all parts of a component; `symbols` is called again after each change. */
export function provideSymbols(symbols: () => Symbols | null): void {
  setContext(KEY, symbols);
}

/** Return a function that returns the marks in the component that is being made, null for X and O. */
export function contextSymbols(): () => Symbols | null {
  return getContext<(() => Symbols | null) | undefined>(KEY) ?? (() => null);
}

/** Return a function that names a side in the component that is being made: `X`, or the mark of a museum program. */
export function sideNames(): (side: Side) => string {
  const symbols = contextSymbols();
  return (side) => sideName(side, symbols());
}
