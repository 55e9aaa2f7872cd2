import { expect, test } from "vitest";

import { pythonLines } from "../../src/state/pythonTokens";

/** Return a line with the kind of each coloured token before it. */
function coloured(text: string): string[] {
  return pythonLines(text).map((line) =>
    line.map((token) => (token.kind === "plain" ? token.text : `<${token.kind} ${token.text}>`)).join(""),
  );
}

test.each([
  ["def move(a):  # def", "<keyword def> <name move>(a):  <comment # def>"],
  ["for form in 10 - n1:", "<keyword for> form <keyword in> <number 10> - n1:"],
  [`why = "it's # 1" + 'a\\'b'`, `why = <string "it's # 1"> + <string 'a\\'b'>`],
  [`f"{cell} if"`, `f<string "{cell} if">`],
  ["0o14 | 1.5", "<number 0o14> | <number 1.5>"],
  [`open = "no end`, `open = "no end`],
])("%s", (text, shown) => {
  expect(coloured(text)).toEqual([shown]);
});

test("a text of several lines is coloured in each, and every text passes whole", () => {
  const text = `"""One.\n\n  two"""\nreturn None\n`;
  expect(coloured(text)).toEqual([`<string """One.>`, "", `<string   two""">`, "<keyword return> <keyword None>"]);
  for (const each of [text.trimEnd(), "", `'''`, `"""`, `"\\`, "x = ''"]) {
    const whole = pythonLines(each).map((line) => line.map((token) => token.text).join(""));
    expect(whole.join("\n")).toBe(each);
  }
});
