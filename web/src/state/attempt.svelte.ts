// What a button asks for: carried out once at a time, with why it failed.

import { errorText } from "../api/client";

export class Attempt {
  isBusy = $state(false);
  /** Why the last one failed; empty if it did not. */
  fault = $state("");

  /** Carry out work, unless other work is under way; a hint of what needs the server belongs to the fault. */
  async run(work: () => Promise<unknown>, need?: string): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.fault = "";
    try {
      await work();
    } catch (error) {
      this.fault = errorText(error, need);
    } finally {
      this.isBusy = false;
    }
  }
}
