// A Vite plug-in that turns a Markdown page of the docs into a module at build time, so that the browser renders no
// Markdown and text typed into the page cannot become markup.

import { Marked, type Token, type Tokens } from "marked";
import type { Plugin } from "vite";

/** A page of the docs, as the module of a Markdown file exports it. */
interface MarkdownPage {
  /** Its heading, as plain text. */
  readonly title: string;
  /** Its first paragraph, as plain text. */
  readonly summary: string;
  /** Everything below the heading, as HTML. */
  readonly html: string;
}

/**
 * Return the document that a Markdown text describes.
 *
 * @param addressOf - returns the address on this site of a linked page of the docs; null if there is none, and then only
 *   the link's text remains.
 */
export function renderMarkdown(markdown: string, addressOf: (target: string) => string | null): MarkdownPage {
  const marked = new Marked({
    renderer: {
      link(link: Tokens.Link): string {
        const text = this.parser.parseInline(link.tokens);
        const address = /^https?:/.test(link.href) ? link.href : addressOf(link.href);
        return address === null ? text : `<a href="${escapeHtml(address)}">${text}</a>`;
      },
      // A picture of the docs is a file of the page, which Vite names.
      image({ href, text }: Tokens.Image): string {
        return `<img src="${escapeHtml(href)}" alt="${escapeHtml(text)}" />`;
      },
      // Wide tables and listings have scroll bars of their own, also for the keyboard.
      table(table: Tokens.Table): string {
        // An empty corner cell is not a heading.
        const entry = ({ text, tokens }: Tokens.TableCell, tag: string): string =>
          text === "" ? "<td></td>" : `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
        const row = (cells: readonly Tokens.TableCell[], tag: string): string =>
          `<tr>${cells.map((cell) => entry(cell, tag)).join("")}</tr>`;
        const body = table.rows.map((cells) => row(cells, "td")).join("");
        const whole = `<table><thead>${row(table.header, "th")}</thead><tbody>${body}</tbody></table>`;
        return `<div class="scrolls" tabindex="0" role="group" aria-label="Table">${whole}</div>`;
      },
      code({ text }: Tokens.Code): string {
        return `<pre class="scrolls" tabindex="0" role="group" aria-label="Listing"><code>${escapeHtml(text)}</code></pre>`;
      },
    },
  });
  const tokens = marked.lexer(markdown);
  const heading = tokens.find((token) => token.type === "heading");
  const paragraph = tokens.find((token) => token.type === "paragraph");
  const rest = tokens.filter((token) => token !== heading);
  return { title: plain(heading), summary: plain(paragraph), html: marked.parser(rest) };
}

/** Make the plug-in; `addressOf` as for {@link renderMarkdown}. */
export function markdown(addressOf: (target: string) => string | null): Plugin {
  return {
    name: "hyperoxo:markdown",
    transform(code, id) {
      if (!id.endsWith(".md")) return null;
      const { title, summary, html } = renderMarkdown(code, addressOf);
      const imports: string[] = [];
      // What stands between two addresses, and the addresses, in turns.
      const parts = html.split(/(?<=<img src=")([^"]+)/).map((part, index) => {
        if (index % 2 === 0) return JSON.stringify(part);
        const name = `picture${String(index)}`;
        imports.push(`import ${name} from ${JSON.stringify(`${part}?no-inline`)};`);
        return name;
      });
      const lines = Object.entries({ title, summary }).map(
        ([name, text]) => `export const ${name} = ${JSON.stringify(text)};`,
      );
      return {
        code: [...imports, ...lines, `export const html = ${parts.join(" + ")};`].join("\n"),
        map: null,
      };
    },
  };
}

/** A token's text without its marks. */
function plain(token: Token | undefined): string {
  if (token === undefined) return "";
  const inner = "tokens" in token && Array.isArray(token.tokens) ? token.tokens : [];
  if (inner.length > 0) return inner.map(plain).join("");
  return "text" in token ? String(token.text).replaceAll("\n", " ") : " ";
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
