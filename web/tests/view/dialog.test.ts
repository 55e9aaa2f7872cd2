import { createRawSnippet, flushSync, mount, unmount } from "svelte";
import { expect, test } from "vitest";

import SettingsDialog from "../../src/view/SettingsDialog.svelte";
import Dialog from "../../src/view/common/Dialog.svelte";
import NameDialog from "../../src/view/name/NameDialog.svelte";

test("a click beside a dialogue closes it, but not a text that is selected beyond its edge", async () => {
  let closed = 0;
  const children = createRawSnippet(() => ({ render: () => "<p>once only</p>" }));
  const properties = { title: "Your code", onclose: () => (closed += 1), children };
  const shown = mount(Dialog, { target: document.body, props: properties });
  flushSync();
  const dialog = document.querySelector("dialog");
  const text = document.querySelector("dialog p");
  // The browser sends a click to the element that contains both ends of a drag.
  for (const [from, count] of [[text, 0] as const, [dialog, 1] as const]) {
    from?.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    dialog?.click();
    expect(closed).toBe(count);
  }
  await unmount(shown);
});

test.each([
  [NameDialog, "name-typed"],
  [SettingsDialog, ""],
])("a dialogue that begins with a field has the focus there: %#", async (shown, id) => {
  const component = mount(shown, { target: document.body, props: { onclose: () => undefined } });
  flushSync();
  expect(document.activeElement?.id).toBe(id);
  await unmount(component);
});
