// A Vite plug-in that turns a Markdown page of the docs into a module at build time, so that the browser renders no
// Markdown and text typed into the page cannot become markup.

import { basename, dirname, join, relative } from "node:path/posix";

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

/** Returns the address on this site of a page of the docs, given its name without folder and ending; null if there is none. */
export type AddressOf = (name: string) => string | null;

/**
 * Return the document that a Markdown text describes.
 *
 * A page whose address begins with # is shown as a part of others, so its headings are one level lower. A heading has the
 * id NAME-TEXT. A link to a page that this site does not show becomes text with the name of the file.
 *
 * @param file - the file from the project's folder on, such as `docs/results.md`.
 */
export function renderMarkdown(markdown: string, addressOf: AddressOf, file: string): MarkdownPage {
  const own = basename(file, ".md");
  const isPart = addressOf(own)?.startsWith("#") === true;
  const marked = new Marked({
    renderer: {
      link(link: Tokens.Link): string {
        const text = this.parser.parseInline(link.tokens);
        const address = addressOfLink(link.href);
        if (address !== null) return `<a href="${escapeHtml(address)}">${text}</a>`;
        const [path = ""] = link.href.split("#");
        const target = join(dirname(file), path);
        return text.includes(target) ? text : `${text} <small>(${escapeHtml(target)})</small>`;
      },
      heading({ tokens: inner, depth, text }: Tokens.Heading): string {
        const level = String(Math.min(depth + (isPart ? 1 : 0), 6));
        return `<h${level} id="${own}-${slug(text)}">${this.parser.parseInline(inner)}</h${level}>`;
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
  function addressOfLink(href: string): string | null {
    if (/^https?:/.test(href)) return href;
    const [path = "", anchor] = href.split("#");
    const name = path === "" ? own : basename(path, ".md");
    const address = path === "" ? `#${own}` : path.endsWith(".md") ? addressOf(name) : null;
    return anchor !== undefined && address?.startsWith("#") === true ? `${address}-${anchor}` : address;
  }

  const tokens = marked.lexer(markdown);
  const heading = tokens.find((token) => token.type === "heading");
  const paragraph = tokens.find((token) => token.type === "paragraph");
  const rest = tokens.filter((token) => token !== heading);
  return { title: plain(heading), summary: plain(paragraph), html: marked.parser(rest) };
}

/**
 * Make the plug-in.
 *
 * @param root - the project's folder.
 */
export function markdown(addressOf: AddressOf, root = ""): Plugin {
  return {
    name: "hyperoxo:markdown",
    transform(code, id) {
      if (!id.endsWith(".md")) return null;
      const { title, summary, html } = renderMarkdown(code, addressOf, relative(root, id));
      const imports: string[] = [];
      // What stands between two addresses, and the addresses, in turns.
      const parts = html.split(/(?<=<img src=")([^"]+)/).map((part, index) => {
        if (index % 2 === 0) return JSON.stringify(part);
        const name = `picture${String(index)}`;
        const path = part.startsWith(".") ? part : `./${part}`;
        imports.push(`import ${name} from ${JSON.stringify(`${path}?no-inline`)};`);
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

/** The anchor of a heading, as the links of the docs have it. */
function slug(text: string): string {
  const letters = text.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "");
  return letters.trim().replaceAll(/\s/g, "-");
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
