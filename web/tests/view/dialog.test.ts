import { createRawSnippet } from "svelte";
import { expect, test } from "vitest";

import Dialog from "../../src/view/common/Dialog.svelte";
import { show } from "./mounted";

test("a dialogue that begins with a field has the focus there; a click beside it closes it, but not a text that is selected beyond its edge", () => {
  let closed = 0;
  const children = createRawSnippet(() => ({ render: () => "<p>once only <input /></p>" }));
  show(Dialog, { title: "Your code", onclose: () => (closed += 1), children });
  expect(document.activeElement?.tagName).toBe("INPUT");
  const dialog = document.querySelector("dialog");
  const text = document.querySelector("dialog p");
  // The browser sends a click to the element that contains both ends of a drag.
  for (const [from, count] of [[text, 0] as const, [dialog, 1] as const]) {
    from?.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    dialog?.click();
    expect(closed).toBe(count);
  }
});
