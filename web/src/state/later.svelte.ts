/** A value that follows another once the page has been painted, so that what is nearer to the eye does not wait for it. */

import { afterPaint } from "../timers";

/** Made by the component that shows the value, whose life it shares. */
export class Later<T> {
  #current: { readonly value: T } | null = $state.raw(null);
  readonly #read: () => T;

  constructor(read: () => T) {
    this.#read = read;
    let isFirst = true;
    $effect(() => {
      const value = read();
      const follow = (): void => {
        this.#current = { value };
      };
      if (!isFirst) return afterPaint(follow);
      isFirst = false;
      follow();
      return undefined;
    });
  }

  get current(): T {
    return this.#current === null ? this.#read() : this.#current.value;
  }
}
