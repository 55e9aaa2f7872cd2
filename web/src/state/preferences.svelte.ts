/** The settings, as reactive state; changes are stored in the browser at once. */

import { loadSettings, saveSettings, type Settings } from "./settings";
import { storage } from "./storage";

/** The settings of this browser. */
class Preferences {
  #settings = $state.raw(loadSettings(storage));

  /** All settings. */
  get all(): Settings {
    return this.#settings;
  }

  /** Change some settings. */
  change(some: Partial<Settings>): void {
    this.#settings = { ...this.#settings, ...some };
    saveSettings(storage, this.#settings);
  }
}

/** The page's only preferences. */
export const preferences = new Preferences();
