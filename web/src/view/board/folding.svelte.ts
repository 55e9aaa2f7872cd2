/** The fold of planes and stack into one another, after a change of what is shown. */

import { untrack } from "svelte";

/** Longer than the animation, in milliseconds. */
const FOLDING = 800;

export class Folding {
  /** Whether they fold now. */
  isOn = $state(false);

  /**
   * @param chosen - returns what is shown, as text; it is tracked.
   * @param onfold - is called when they begin to fold.
   */
  constructor(chosen: () => string, onfold: () => void) {
    let before = untrack(chosen);
    $effect(() => {
      const now = chosen();
      const isNew = now !== before;
      before = now;
      this.isOn = isNew;
      if (isNew) untrack(onfold);
      const timer = setTimeout(() => (this.isOn = false), FOLDING);
      return () => {
        clearTimeout(timer);
      };
    });
  }
}
