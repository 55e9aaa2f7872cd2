/**
 * The settings of the page, stored in the browser from one visit to the next.
 *
 * The stored text has a version and is validated, since another version of the page or a person may have written it. An
 * invalid setting falls back to its default; the others stay.
 */

import { readJson, writeJson, type KeyValueStore } from "./storage";
import { THEMES, type Theme } from "./themes";

/** When a move must be confirmed: if cells are small, always, or never. */
export type MoveConfirmation = "auto" | "on" | "off";

/** When a move that overlooks a win is asked about: against an easy computer, always where help is allowed, or never. */
export type MoveWarning = "easy" | "always" | "never";

export interface Settings {
  readonly theme: Theme;
  readonly sound: boolean;
  /** Notify that it is this person's move, while a tab is open. */
  readonly notify: boolean;
  readonly confirm: MoveConfirmation;
  readonly warn: MoveWarning;
  /** Mark cells that complete a line, for one side to play and for the other to block. */
  readonly threats: boolean;
  /** Show the reasons of computers next to their moves. */
  readonly reasons: boolean;
  /** Show the numbers that a computer gave to cells on the board. */
  readonly marks: boolean;
  /** Milliseconds between the moves of two computers. */
  readonly pace: number;
}

export type BooleanSetting = {
  [Name in keyof Settings]: Settings[Name] extends boolean ? Name : never;
}[keyof Settings];

export const DEFAULT_SETTINGS: Settings = {
  theme: "system",
  sound: true,
  notify: false,
  confirm: "auto",
  warn: "easy",
  threats: true,
  reasons: true,
  marks: true,
  pace: 800,
};

/** The fastest and the slowest pace, in milliseconds per move. */
export const PACE_RANGE = { fastest: 100, slowest: 3000 } as const;

/** The pace at which two programs of the museum meet: slow enough to read the reasons of both. */
export const MEETING_PACE = 3000;

const KEY = "hyperoxo.settings";
const VERSION = 1;

/** Read the settings; a missing, malformed or out-of-range setting gets its default. */
export function loadSettings(storage: KeyValueStore): Settings {
  const values = stored(storage);
  const flag = (name: BooleanSetting): boolean => {
    const value = values[name];
    return typeof value === "boolean" ? value : DEFAULT_SETTINGS[name];
  };
  return {
    theme: oneOf(values["theme"], THEMES, DEFAULT_SETTINGS.theme),
    sound: flag("sound"),
    notify: flag("notify"),
    confirm: oneOf(values["confirm"], ["auto", "on", "off"], DEFAULT_SETTINGS.confirm),
    warn: oneOf(values["warn"], ["easy", "always", "never"], DEFAULT_SETTINGS.warn),
    threats: flag("threats"),
    reasons: flag("reasons"),
    marks: flag("marks"),
    pace: between(values["pace"], PACE_RANGE.fastest, PACE_RANGE.slowest, DEFAULT_SETTINGS.pace),
  };
}

export function saveSettings(storage: KeyValueStore, settings: Settings): void {
  writeJson(storage, KEY, { version: VERSION, ...settings });
}

function stored(storage: KeyValueStore): Record<string, unknown> {
  const value = readJson(storage, KEY);
  return typeof value === "object" && value !== null && "version" in value && value.version === VERSION
    ? { ...value }
    : {};
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[], otherwise: T): T {
  return allowed.find((choice) => choice === value) ?? otherwise;
}

function between(value: unknown, least: number, most: number, otherwise: number): number {
  return typeof value === "number" && value >= least && value <= most ? value : otherwise;
}
