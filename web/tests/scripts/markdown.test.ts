import { expect, test } from "vitest";

import { markdown, renderMarkdown } from "../../scripts/markdown.ts";

const PAGE = `# \`oxo\`: the house

The **first** paragraph,
in two lines.

See [the results](../results.md), [a plan](plan.md) and [elsewhere](https://example.org/?a=1&b=2).

| a | b |
| --- | --: |
| 1 < 2 | \`x\` |

\`\`\`text
a < b
\`\`\`
`;

const addressOf = (name: string): string | null => ({ results: "/about", runs: "#runs" })[name] ?? null;
const page = renderMarkdown(PAGE, addressOf, "docs/historic/house.md");

test("the heading and the first paragraph are available as plain text", () => {
  expect(page.title).toBe("oxo: the house");
  expect(page.summary).toBe("The first paragraph, in two lines.");
  expect(page.html).not.toContain("<h1");
});

test("links lead to pages of this site, and become text with the file's name if there is none", () => {
  expect(page.html).toContain(
    '<a href="/about">the results</a>, a plan <small>(docs/historic/plan.md)</small> and <a href="https://example.org/?a=1&amp;b=2">',
  );
});

test("anchors lead to headings, of the same page or of a part", () => {
  const text =
    "# A\n\n[here](#the-end-of-it) [there](../runs.md#limitations) [all](../runs.md)\n\n## The end, of `it`\n";
  const { html } = renderMarkdown(text, addressOf, "docs/historic/a.md");
  expect([...html.matchAll(/href="([^"]+)"/g)].map(([, to]) => to)).toEqual([
    "#a-the-end-of-it",
    "#runs-limitations",
    "#runs",
  ]);
  expect(html).toContain('<h2 id="a-the-end-of-it">');
  // A part stands below another page's heading.
  expect(renderMarkdown("# B\n\n## Limitations\n", addressOf, "docs/runs.md").html).toContain(
    '<h3 id="runs-limitations">',
  );
});

test("nothing needs a style in the markup, which the page's policy forbids", () => {
  expect(page.html).not.toContain("style=");
  expect(page.html).toContain("<td>1 &lt; 2</td>");
  expect(page.html).toContain("<code>a &lt; b</code>");
});

test("a picture becomes a file of the page", () => {
  const { transform } = markdown(() => null) as unknown as {
    transform: (code: string, id: string) => { code: string };
  };
  const { code } = transform("# A\n\n![Boards & lines](../images/a.svg)\n", "a.md");
  expect(code).toContain('import picture1 from "../images/a.svg?no-inline";');
  expect(code).toContain(String.raw`<img src=\"" + picture1 + "\" alt=\"Boards &amp; lines\" />`);
});
