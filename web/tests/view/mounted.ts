/** Components in the document of a test, which are taken away after it. */

import { flushSync, mount, unmount, type Component } from "svelte";

/** Any properties, or any exports. */
type Named = ReturnType<typeof mount>;

const shown = new Set<Named>();

/** Show a component in an element of its own, and return the element. */
export function show<Props extends Named>(component: Component<Props>, props: Props): HTMLElement {
  const target = document.body.appendChild(document.createElement("div"));
  shown.add(mount<Props, Named>(component, { target, props }));
  flushSync();
  return target;
}

/** Take away all that is shown. */
export function clear(): void {
  for (const component of shown) void unmount(component);
  shown.clear();
  document.body.replaceChildren();
}

/** Return the button with that text. */
export function button(text: string): HTMLButtonElement {
  const found = [...document.querySelectorAll("button")].find(({ textContent }) => textContent.trim() === text);
  if (found === undefined) throw new Error(`there is no button ${text}: ${document.body.textContent}`);
  return found;
}

/** Press the button with that text. */
export function press(text: string): void {
  button(text).click();
  flushSync();
}

/** Give a field a value as a person does who types, chooses or drags, and return the field. */
export function enter(selector: string, value: string): HTMLInputElement | HTMLSelectElement {
  const field = document.querySelector<HTMLInputElement | HTMLSelectElement>(selector);
  if (field === null) throw new Error(`there is no ${selector}`);
  field.value = value;
  for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  flushSync();
  return field;
}

/** Type a text into the field of a form, and send it. */
export function send(selector: string, text: string): void {
  enter(selector, text).form?.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  flushSync();
}
