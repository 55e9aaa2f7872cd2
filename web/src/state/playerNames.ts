/**
 * Names of players: the notation with options (`ibm1620:rules=1620,pairs=outside-first`), and a text for people.
 *
 * The options of a player come from the server's tables; this file knows no player except the house player.
 */

import levels from "../../../python/hyperoxo/players/levels.json";
import titles from "../../../python/hyperoxo/players/titles.json";
import type { OptionDescribed } from "../api/types";

/** The value of an option; null for one that is not set. */
export type OptionValue = string | number | boolean | null;

const TITLES: Readonly<Record<string, string>> = titles;
/** The names of its levels that have one, which stand for the house player. */
const LEVELS: Readonly<Record<string, string>> = levels;
/** The name of the house player, whose levels have a text of their own. */
export const HOUSE_PLAYER = "oxo";
/** The house player that plays by the strategy for people. */
export const STRATEGY_FOR_PEOPLE = "oxo:strategy=human";

/** Write a player's name with the options that differ from their defaults. */
export function writePlayerName(
  kind: string,
  options: readonly OptionDescribed[],
  values: Readonly<Record<string, OptionValue>>,
): string {
  const set = options.flatMap(({ name, default: usual }) => {
    const value = values[name] ?? null;
    return value === null || value === usual ? [] : [`${name}=${written(value)}`];
  });
  return set.length === 0 ? kind : `${kind}:${set.join(",")}`;
}

/** Split a name into the kind of player and the options that it sets, as text. */
export function readPlayerName(name: string): {
  readonly kind: string;
  readonly set: Readonly<Record<string, string>>;
} {
  const [kind = "", typed = ""] = name.split(/:(.*)/s);
  const set = typed.split(",").flatMap((item) => {
    const [option = "", value] = item.split(/=(.*)/s);
    return value === undefined ? [] : [[option.trim(), value.trim()] as const];
  });
  return { kind, set: Object.fromEntries(set) };
}

/** Return whether a player is the FIGnition's second version, which is ours: its document only announces it. */
export function isSecondFignition(name: string | null): boolean {
  const { kind, set } = readPlayerName(name ?? "");
  return kind === "fignition" && set["version"] === "2";
}

/** Return a player's name for people: `Medium (level 4)`, `House player, level 3`, `IBM 1620 (rules 1620)`. */
export function playerText(name: string): string {
  const { kind, set } = readPlayerName(name);
  if (kind === HOUSE_PLAYER) {
    const { level, strategy } = set;
    if (strategy !== undefined) return `${titles.oxo}, by the strategy for people`;
    if (level === undefined) return `${titles.oxo}, at its strongest`;
    const named = LEVELS[level];
    return named === undefined ? `${titles.oxo}, level ${level}` : `${named} (level ${level})`;
  }
  if (isSecondFignition(name)) return `${titles.fignition}, second version (ours)`;
  const title = TITLES[kind] ?? kind;
  const options = Object.entries(set).map(([option, value]) => `${option} ${value}`);
  return options.length === 0 ? title : `${title} (${options.join(", ")})`;
}

function written(value: Exclude<OptionValue, null>): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}
