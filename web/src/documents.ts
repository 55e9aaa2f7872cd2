/** The pages of the docs that the site shows: the sources of the museum, and what is proved. */

import * as results from "../../docs/results.md";

interface Page {
  readonly title: string;
  /** How the page begins, in plain text. */
  readonly summary: string;
  readonly html: string;
}

/** A page by the name of its file. */
export interface NamedPage extends Page {
  readonly name: string;
}

/** The sources of an exhibit, by the player's name. */
export interface Sources extends NamedPage {
  /** The pages that it links to, and those that these link to: experiments, the ladder, the example search. */
  readonly parts: readonly NamedPage[];
}

const pages = import.meta.glob<Page>("../../docs/historic/*.md", { eager: true });
const others = import.meta.glob<Page>(["../../docs/experiments/*.md", "../../docs/{ladder,blueprint}.md"], {
  eager: true,
});

const parts = named(others);

export const SOURCES: readonly Sources[] = named(pages).map((page) => ({ ...page, parts: partsOf(page) }));

function named(from: Readonly<Record<string, Page>>): readonly NamedPage[] {
  return Object.entries(from).map(([path, { title, summary, html }]) => ({
    name: path.replace(/^.*\/|\.md$/g, ""),
    title,
    summary,
    html,
  }));
}

/** Return the parts that a page links to, directly or by another part, in the order of the links. */
function partsOf(page: NamedPage): readonly NamedPage[] {
  const found: NamedPage[] = [];
  const waiting: NamedPage[] = [page];
  for (let from = waiting.shift(); from !== undefined; from = waiting.shift()) {
    for (const [, anchor = ""] of from.html.matchAll(/href="#([^"]+)"/g)) {
      const part = parts.find(({ name }) => anchor === name || anchor.startsWith(`${name}-`));
      if (part === undefined || found.includes(part)) continue;
      found.push(part);
      waiting.push(part);
    }
  }
  return found;
}

/** What is proved, and how to check it. */
export const RESULTS: Page = results;
