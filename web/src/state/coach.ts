/**
 * What the coach says on the page: the sentences of the library about a move, for the people at this screen, and the cells
 * that they are about. A few need no server, and are made here of the table that the library has, too.
 */

import type { MoveNote } from "../api/types";
import type { Analyst } from "./analyst.svelte";
import type { GameSession } from "./gameSession";
import { sideName, type Geometry, type Side, type Symbols } from "./geometry";
import { HOUSE_PLAYER, readPlayerName } from "./playerNames";
import type { Position } from "./position";
import { cellIndices, fullLines, opponentOf, winWords } from "./rules";
import type { MoveWarning } from "./settings";
import { completions } from "./threats";
import table from "../../../python/hyperoxo/coach.json";

/** A sentence about a move. */
export interface Said {
  readonly text: string;
  /** The cells of the lines that it is about. */
  readonly cells: readonly number[];
}

/** Return a sentence of the table about a side and a cell, without a full stop. */
export function sentence(name: keyof typeof table, side: Side, cell: string, lines = ""): string {
  const text = table[name].replace("{side}", side.toUpperCase()).replace("{cell}", cell);
  return text.replace(/:? ?\{lines\}/, lines === "" ? "" : `: ${lines}`);
}

// ---- Moves of a line ----

/** The most cells that a sentence lists. */
const MOST_CELLS = 3;

/**
 * Return what a move of a line does, in the words of the library: `O plays 211, threatening 221`, `X has to play 221`.
 *
 * @param purpose - what a move of a proof is for, said where the move does nothing of this; empty for none.
 */
export function step(geometry: Geometry, { stones, toMove }: Position, cell: number, purpose = ""): string {
  const [other, before, after] = [opponentOf(toMove), completions(geometry, stones), stones.with(cell, toMove)];
  const isForced = before[toMove].size === 0 && before[other].size === 1 && before[other].has(cell);
  const text = sentence(isForced ? "forced" : "plays", toMove, geometry.cells[cell] ?? "");
  if (before[toMove].has(cell)) return `${text}: ${winWords(geometry, fullLines(geometry, after))}`;
  const left = completions(geometry, after);
  const threats = ([name, side]: readonly ["threatens" | "but", Side]): string => {
    const names = [...left[side]].toSorted((one, two) => one - two).map((at) => geometry.cells[at]);
    if (names.length === 0) return "";
    return sentence(name, side, names.length > MOST_CELLS ? `${String(names.length)} cells` : names.join(" and "));
  };
  const said = `${text}${threats(["threatens", toMove])}${threats(["but", other])}`;
  return said === text && purpose !== "" && before[other].size === 0 ? `${text}, ${purpose}` : said;
}

// ---- Reasons and hints ----

/** Return whether the reasons of a move are the coach's: those of the house player, and of engines that search. */
function isCoached({ reasons }: MoveNote): boolean {
  return reasons !== null && "nodes" in reasons;
}

/** Return what a computer's move did, and what is known of it; null if nothing is said. */
export function reasonOf(geometry: Geometry, note: MoveNote | null): Said | null {
  if (note === null) return null;
  const { does, lines } = note.reasons ?? {};
  const names = Array.isArray(lines) ? lines.flat() : [];
  const cells = names.map((name) => geometry.cells.indexOf(String(name))).filter((cell) => cell !== -1);
  const text = isCoached(note) ? note.sentence : typeof does === "string" ? does : "";
  return text === "" ? null : { text, cells };
}

/** Return the reason of a program in its own terms; empty if it has none. */
export function ownReason(note: MoveNote): string {
  return isCoached(note) ? "" : note.sentence;
}

/** Return the server's hint, or why there is none yet; its first cell is that of the hint. */
export function hintOf(
  geometry: Geometry,
  { analysis, best, status }: Pick<Analyst, "analysis" | "best" | "status">,
): Said {
  const { hint } = analysis;
  const cells = best === null ? [] : cellIndices(geometry, [best.cell, ...(hint?.lines.flat() ?? [])]);
  if (hint !== null) return { text: `Hint ${hint.text}`, cells };
  const none: Partial<Record<string, string>> = {
    unreachable: "the server cannot be reached; a hint needs it.",
    refused: status.state === "refused" ? status.reason : "",
    done: "nothing is known of any move yet.",
    stopped: "nothing is known of any move yet.",
  };
  return { text: `Hint: ${none[status.state] ?? "looking for a move …"}`, cells };
}

// ---- What a move overlooks ----

/** The strongest level of the house player that is easy. */
const EASY = 2;

/** Return whether a setting asks before a move that overlooks a win; never where help is off. */
export function isWarned(session: GameSession, setting: MoveWarning): boolean {
  if (session.helpRefusal !== "") return false;
  if (setting !== "easy") return setting === "always";
  const { kind, set } = readPlayerName(session.computer ?? "");
  return kind === HOUSE_PLAYER && Number(set["level"] ?? Infinity) <= EASY;
}

/** Return the question before a move; null if it overlooks no win. */
export function overlookedQuestion(session: GameSession, cell: number, symbols: Symbols | null): Said | null {
  const { geometry, position } = session;
  const said = overlooked(geometry, position, cell);
  if (said === null) return null;
  const text = `${sideWords(session, symbols)(said.text)}. Play ${geometry.cells[cell] ?? ""} anyway?`;
  return { ...said, text };
}

/** Return the win that a move overlooks, of its side or else of the other; null for none, or if it blocks one of several. */
export function overlooked(geometry: Geometry, { stones, toMove }: Position, cell: number): Said | null {
  const wins = completions(geometry, stones);
  for (const side of [toMove, opponentOf(toMove)]) {
    const [at] = [...wins[side]].sort((one, two) => one - two);
    if (at === undefined) continue;
    if (wins[side].has(cell)) return null;
    const lines = fullLines(geometry, stones.with(at, side)).filter((line) => line.includes(at));
    const text = sentence("overlooked", side, geometry.cells[at] ?? "", winWords(geometry, lines));
    return { text, cells: lines.flat() };
  }
  return null;
}

// ---- For the reader ----

/** A side, with its genitive, and the verb behind it. */
const SIDE = /\b([XO])\b('s)?( [a-z]+)?/g;

/**
 * Return a sentence in which the sides have their marks, and a player is `you`: `X has three` is `You have three`.
 *
 * @param symbols - the marks of a museum program, null for X and O.
 * @param own - the side that the reader plays; null for a reader of both or neither.
 */
export function inSideWords(text: string, symbols: Symbols | null, own: Side | null = null): string {
  return text.replaceAll(SIDE, (_, letter: string, genitive = "", verb = "", at: number) => {
    const side = letter === "X" ? "x" : "o";
    if (side !== own) return `${sideName(side, symbols)}${String(genitive)}${String(verb)}`;
    const you = `${at === 0 || text.slice(at - 2, at) === ". " ? "You" : "you"}${genitive === "" ? "" : "r"}`;
    return genitive === "" ? `${you}${secondPerson(String(verb))}` : `${you}${String(verb)}`;
  });
}

/** Return a function that returns a sentence about a game for its reader; only a player against another is `you`. */
export function sideWords(
  { isLive, ownSides }: Pick<GameSession, "isLive" | "ownSides">,
  symbols: Symbols | null,
): (text: string) => string {
  const [own = null, other] = isLive ? ownSides : [];
  return (text) => inSideWords(text, symbols, other === undefined ? own : null);
}

/** Return a verb, or another word, as it stands behind `you`. */
function secondPerson(verb: string): string {
  return { " has": " have", " is": " are", " was": " were" }[verb] ?? verb.replace(/s$/, "");
}
