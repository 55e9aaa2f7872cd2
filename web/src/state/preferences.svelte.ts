/** The settings as something that views can follow; what is changed is kept in the browser at once. */

import { loadSettings, saveSettings, type Settings } from "./settings";
import { store } from "./storage";

/** The settings of this browser. */
export class Preferences {
  #settings = $state.raw(loadSettings(store));

  /** All settings. */
  get all(): Settings {
    return this.#settings;
  }

  /** Change some settings. */
  change(some: Partial<Settings>): void {
    this.#settings = { ...this.#settings, ...some };
    saveSettings(store, this.#settings);
  }
}

/** The page's only preferences. */
export const preferences = new Preferences();
