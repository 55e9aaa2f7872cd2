/** The settings, as reactive state; changes are stored in the browser at once. */

import { loadSettings, saveSettings, type Settings } from "./settings";
import { storage } from "./storage";

class Preferences {
  all = $state.raw(loadSettings(storage));

  change(some: Partial<Settings>): void {
    this.all = { ...this.all, ...some };
    saveSettings(storage, this.all);
  }
}

export const preferences = new Preferences();
