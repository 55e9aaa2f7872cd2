// What components ask of a browser and jsdom does not have: nothing is ever resized, all that is drawn has
// some size, no media query matches, no person has clicked, and a modal dialogue is one that is open.
// After each test, what it has shown, stubbed and faked is gone.

import { afterEach, vi } from "vitest";

import { clear } from "./mounted";

afterEach(() => {
  clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

globalThis.ResizeObserver = class implements ResizeObserver {
  observe = (): undefined => undefined;
  unobserve = (): undefined => undefined;
  disconnect = (): undefined => undefined;
};

globalThis.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });

for (const size of ["clientWidth", "clientHeight"])
  Object.defineProperty(HTMLElement.prototype, size, { configurable: true, get: () => 1 });

HTMLDialogElement.prototype.showModal = function (): void {
  this.open = true;
};

HTMLDialogElement.prototype.close = function (): void {
  this.open = false;
  this.dispatchEvent(new Event("close"));
};

Object.defineProperty(navigator, "userActivation", {
  value: { hasBeenActive: false, isActive: false },
  configurable: true,
});
