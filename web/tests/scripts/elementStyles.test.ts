import { expect, test } from "vitest";

import { shadowStyles } from "../../scripts/elementStyles.ts";

test("the root of the styles is the element, and its attribute names the theme", () => {
  expect(shadowStyles(':root{--a:1}:root[data-theme=wood]{--a:2}:root[data-theme="dark"],b{--a:3}')).toBe(
    ":host{--a:1}:host([theme=wood]){--a:2}:host([theme=dark]),b{--a:3}",
  );
});
