/** The settings, as reactive state; changes are stored in the browser at once. */

import { loadSettings, saveSettings, type Settings } from "./settings";
import { storage } from "./storage";

/** The settings of this browser. */
class Preferences {
  /** All settings. */
  all = $state.raw(loadSettings(storage));

  /** Change some settings. */
  change(some: Partial<Settings>): void {
    this.all = { ...this.all, ...some };
    saveSettings(storage, this.all);
  }
}

/** The page's only preferences. */
export const preferences = new Preferences();
