import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { THEMES } from "../../src/state/themes";

function sheet(name: string): string {
  return readFileSync(new URL(`../../src/view/${name}`, import.meta.url), "utf8");
}

const [page, board, themes] = [sheet("style.css"), sheet("board/colours.css"), sheet("themes.css")];

/** Return the colours that a style sheet sets for a selector, light and dark. */
function colours(css: string, selector: string): Map<string, readonly [string, string]> {
  const rules = css.split("}").find((rule) =>
    rule
      .replaceAll(/\/\*[^]*?\*\//gu, "")
      .trim()
      .startsWith(`${selector} {`),
  );
  if (rules === undefined) throw new Error(`there is no rule for ${selector}`);
  const found = [...rules.matchAll(/(--[\w-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+));/gu)];
  return new Map(found.map(([, name = "", light, dark, only]) => [name, [light ?? only ?? "", dark ?? only ?? ""]]));
}

/** Return the relative luminance of a colour, as WCAG defines it. */
function luminance(hex: string): number {
  const digits =
    hex.length === 4
      ? hex
          .slice(1)
          .match(/./gu)
          ?.map((digit) => digit + digit)
      : hex.slice(1).match(/../gu);
  const [red = 0, green = 0, blue = 0] = (digits ?? []).map((pair) => {
    const value = parseInt(pair, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, two: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(two)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Return the colours of the board and the page in a theme. */
function themed(theme: string): Map<string, readonly [string, string]> {
  const base = [...colours(page, ":root"), ...colours(board, ":root")];
  const own = theme === "system" ? [] : [...colours(themes, `:root[data-theme="${theme}"]`)];
  return new Map([...base, ...own]);
}

const STONES = ["x", "o"].flatMap((side) =>
  ["cell", "cell-deep", "related", "highlight", `${side}-soft`].map(
    (ground) => [`--board-${side}`, `--board-${ground}`, 3] as const,
  ),
);
const TEXTS = ["--ink", "--soft"].flatMap((ink) =>
  ["--paper", "--sheet", "--sunk"].map((ground) => [ink, ground, 4.5] as const),
);
const NAMES = ["stage", "stage-mid", "stage-deep", "cell"].map(
  (ground) => ["--board-muted", `--board-${ground}`, 4.5] as const,
);
const LABELS = ["win-4", "win-3", "win-2", "win-1", "loss-4", "loss-3", "loss-2", "loss-1", "draw"].map(
  (tone) => [`--label-${tone}-ink`, `--label-${tone}`, 4.5] as const,
);

/** The themes with colours of their own: "light" and "dark" are the two halves of "system". */
const COLOURED = THEMES.filter((theme) => theme !== "light" && theme !== "dark");

describe.each(COLOURED)("in the theme %s", (theme) => {
  const all = themed(theme);

  test.each([...STONES, ...TEXTS, ...LABELS, ...NAMES])(
    "%s on %s has a contrast of at least %d",
    (ink, ground, least) => {
      const [inks, grounds] = [all.get(ink), all.get(ground)];
      if (inks === undefined || grounds === undefined) throw new Error(`${ink} or ${ground} is not set`);
      expect(contrast(inks[0], grounds[0])).toBeGreaterThanOrEqual(least);
      expect(contrast(inks[1], grounds[1])).toBeGreaterThanOrEqual(least);
    },
  );
});

test("the contrast of known pairs is computed as WCAG does", () => {
  expect(contrast("#fff", "#000")).toBe(21);
  expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
});

/** Return the hue of a colour, in degrees. */
function hue(hex: string): number {
  const [red = 0, green = 0, blue = 0] = (hex.slice(1).match(/../gu) ?? []).map((pair) => parseInt(pair, 16));
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
}

test("the plane that is looked at and lost cells differ in hue, in every theme", () => {
  for (const theme of COLOURED) {
    const [pick = [], loss = []] = ["--board-pick", "--label-loss-3"].map((name) => themed(theme).get(name));
    pick.forEach((colour, half) => {
      const between = Math.abs(hue(colour) - hue(loss[half] ?? "")) % 360;
      expect(Math.min(between, 360 - between)).toBeGreaterThan(60);
    });
  }
});

test("the letters of groups are legible on a cell, and their colours differ in hue or in lightness, in every theme", () => {
  for (const theme of COLOURED) {
    const all = themed(theme);
    for (const half of [0, 1] as const) {
      const [ink = "", cell = "", ...groups] = [
        "--board-ink",
        "--board-cell",
        ...Array.from("abcde").map((at) => `--group-${at}`),
      ].map((name) => all.get(name)?.[half] ?? "");
      expect(contrast(ink, cell)).toBeGreaterThanOrEqual(7);
      groups.forEach((one, index) => {
        for (const other of groups.slice(0, index)) {
          const between = Math.abs(hue(one) - hue(other)) % 360;
          expect(Math.min(between, 360 - between) > 30 || contrast(one, other) > 2).toBe(true);
        }
      });
    }
  }
});
