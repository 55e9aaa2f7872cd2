/** The fold of planes and stack into one another, after a change of what is shown. */

import { untrack } from "svelte";

import { after, TIMES } from "../../timers";

export class Folding {
  /** Whether they fold now. */
  isOn = $state(false);

  /** `chosen` returns what is shown, as text, and is tracked. */
  constructor(chosen: () => string, onfold: () => void) {
    let before = untrack(chosen);
    $effect(() => {
      const now = chosen();
      const isNew = now !== before;
      before = now;
      // eslint-disable-next-line page/state-in-effect -- on from a change until its time is over
      this.isOn = isNew;
      if (isNew) untrack(onfold);
      return after(TIMES.folding, () => (this.isOn = false));
    });
  }
}
