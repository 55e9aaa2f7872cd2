/**
 * What the IBM 1620's program typed besides the moves of a game, so that its paper is the same after a reload. The
 * browser stores it for a limited number of games.
 */

import { readJson, writeJson, type KeyValueStore } from "./storage";

/** Lines that are typed after a number of moves, and stay on the paper. */
export interface Aside {
  readonly ply: number;
  readonly lines: readonly string[];
}

interface Paper {
  readonly game: string;
  readonly asides: readonly Aside[];
}

const KEY = "hyperoxo.paper";
/** The number of games whose paper is stored; the oldest are dropped. */
const MAX_GAMES = 5;
/** The asides of a game that are stored, and the lines and characters of each; the oldest asides are dropped. */
const MAX_ASIDES = 100;
const MAX_LINES = 100;
const LONGEST_LINE = 200;

/** Return what was typed in a game; nothing if that is not stored. */
export function storedPaper(storage: KeyValueStore, game: string): readonly Aside[] {
  return papers(storage).find((paper) => paper.game === game)?.asides ?? [];
}

/** Store what was typed in a game, in place of what was stored about it before. */
export function storePaper(storage: KeyValueStore, game: string, asides: readonly Aside[]): void {
  const others = papers(storage).filter((paper) => paper.game !== game);
  const kept = asides.slice(-MAX_ASIDES).map(({ ply, lines }) => ({ ply, lines: lines.slice(-MAX_LINES) }));
  writeJson(storage, KEY, (kept.length === 0 ? others : [...others, { game, asides: kept }]).slice(-MAX_GAMES));
}

/** Forget the papers, except those of some games. */
export function clearPapers(storage: KeyValueStore, isKept: (game: string) => boolean): void {
  writeJson(
    storage,
    KEY,
    papers(storage).filter(({ game }) => isKept(game)),
  );
}

/** Read the stored papers; what is malformed is left out. */
function papers(storage: KeyValueStore): readonly Paper[] {
  const value = readJson(storage, KEY);
  if (!Array.isArray(value)) return [];
  return value.slice(-MAX_GAMES).flatMap((entry: unknown): Paper[] => {
    const { game, asides } = (entry ?? {}) as Partial<Record<keyof Paper, unknown>>;
    if (typeof game !== "string" || !Array.isArray(asides)) return [];
    return [{ game, asides: asides.slice(-MAX_ASIDES).filter(isAside) }];
  });
}

function isAside(value: unknown): value is Aside {
  const { ply, lines } = (value ?? {}) as Partial<Record<keyof Aside, unknown>>;
  return (
    typeof ply === "number" &&
    Array.isArray(lines) &&
    lines.length <= MAX_LINES &&
    lines.every((line) => typeof line === "string" && line.length <= LONGEST_LINE)
  );
}
