/** The settings, as reactive state; changes are stored in the browser at once. */

import { loadSettings, saveSettings, type Settings } from "./settings";
import { storage } from "./storage";

class Preferences {
  all = $state.raw(loadSettings(storage));

  /** Whether the board asks before a move is played; `auto`: if its cells are small. */
  get confirm(): boolean | "auto" {
    return this.all.confirm === "auto" ? "auto" : this.all.confirm === "on";
  }

  change(some: Partial<Settings>): void {
    this.all = { ...this.all, ...some };
    saveSettings(storage, this.all);
  }
}

export const preferences = new Preferences();
