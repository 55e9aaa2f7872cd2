/** Python's text in lines of tokens, to be coloured: enough for programs of a page, and any text passes whole. */

export interface Token {
  readonly text: string;
  readonly kind: "comment" | "keyword" | "name" | "number" | "string" | "plain";
}

const KEYWORDS =
  "and|as|assert|break|class|continue|def|del|elif|else|except|False|finally|for|from|if|import|in|is|lambda|None|not|" +
  "or|pass|raise|return|True|try|while|with|yield";

/** What is coloured, each as a group of the name of its kind; a name is what `def` or `class` defines. */
const COLOURED = new RegExp(
  String.raw`(?<comment>#.*)` +
    String.raw`|(?<string>"""[\s\S]*?(?:"""|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')` +
    String.raw`|(?<name>(?<=\b(?:def|class) )\w+)` +
    String.raw`|(?<keyword>\b(?:${KEYWORDS})\b)` +
    String.raw`|(?<number>\b\d\w*(?:\.\d+)?)`,
  "g",
);

/** Return the lines of a program, each as its tokens. */
export function pythonLines(text: string): readonly (readonly Token[])[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const { 0: found, index, groups = {} } of text.matchAll(COLOURED)) {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined) as Token["kind"];
    tokens.push({ text: text.slice(end, index), kind: "plain" }, { text: found, kind });
    end = index + found.length;
  }
  tokens.push({ text: text.slice(end), kind: "plain" });
  const lines: Token[][] = [[]];
  for (const token of tokens) {
    token.text.split("\n").forEach((part, row) => {
      if (row > 0) lines.push([]);
      if (part !== "") lines.at(-1)?.push({ ...token, text: part });
    });
  }
  if (lines.at(-1)?.length === 0) lines.pop(); // after the last line's end
  return lines;
}
