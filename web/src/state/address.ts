/**
 * Addresses of the page: reads and writes all of them.
 *
 * An address contains all that is needed to show the same page again: the board, the moves and the ply of a game at one
 * screen, or the identifier of a live game, with a ply to show an earlier position. It never contains the secret of a seat.
 */

import { ROOT } from "../root";
import { boardTyped } from "./typed";

/** What an address shows. */
export type Route =
  | { readonly page: "start" }
  | LocalRoute
  | LiveRoute
  | MuseumRoute
  | { readonly page: "rules"; readonly board: string | null }
  | { readonly page: "learn" }
  | { readonly page: "program"; readonly step: number }
  | { readonly page: "lesson"; readonly board: string }
  | { readonly page: "drills"; readonly kind: string | null }
  | { readonly page: "puzzles"; readonly puzzle: string | null }
  | { readonly page: "lab"; readonly experiment: string | null }
  | { readonly page: "open" }
  | { readonly page: "room"; readonly id: string | null }
  | { readonly page: "help" }
  | { readonly page: "about" }
  | { readonly page: "missing" };

/** The museum: its room, an exhibit, or the sources of an exhibit. */
export interface MuseumRoute {
  readonly page: "museum";
  /** The name of the exhibit, null for the room. */
  readonly exhibit: string | null;
  readonly part: "exhibit" | "sources";
}

/** What the page says of a position next to its board. */
export const MODES = ["values", "why", "openings", "games", "setup"] as const;
export type Mode = (typeof MODES)[number];

/** A game at one screen, or a position to analyse. */
export interface LocalRoute {
  readonly page: "play";
  readonly board: string;
  /** Position text, null for the empty board. */
  readonly start: string | null;
  /** Cells by name, including the moves after the ply. */
  readonly moves: readonly string[];
  readonly ply: number;
  /** The museum program on whose period screen the game is shown; absent for the ordinary board. */
  readonly screen?: string;
  /** What is shown of the position; absent in a game. */
  readonly mode?: Mode;
}

/** A game on the server. */
export interface LiveRoute {
  readonly page: "game";
  readonly id: string;
  /** The shown ply, null to follow the game. */
  readonly ply: number | null;
}

/** The board that is shown when an address names none. */
export const DEFAULT_BOARD = "4x4x4";

const IDENTIFIER = /^[A-Za-z0-9_-]{1,64}$/;
const CELL = /^\d+(\.\d+)*$/;
/** The name of an exhibit, of a kind of drill, or of a puzzle. */
const WORD = /^[a-z0-9-]{1,40}$/;
/** Short addresses of a position, with the mode of each; all are written as that of a game. */
const ENTRANCES: Readonly<Record<string, Mode>> = { analyse: "values", explore: "openings", setup: "setup" };
/** More than any board has cells. */
const MAX_MOVES = 256;
/** Characters of a board's name that are read: more than any has. */
const LONGEST_BOARD = 40;

/**
 * Read an address. Since a person may have typed it, every spelling of a board or an exhibit is accepted. An invalid
 * address becomes `missing`; an invalid part is left out, but not a board, so that the page says that there is none.
 *
 * @param address - path and query, or a whole address.
 */
export function readAddress(address: string): Route {
  // Only the path and the query are used; the base is a placeholder that `URL` requires.
  const url = new URL(address, "http://page");
  const path = `${url.pathname}/`;
  const parts = (path.startsWith(`${ROOT}/`) ? path.slice(ROOT.length) : path).split("/");
  const [first = "", second = null, ...rest] = parts.filter((part) => part !== "");
  const query = url.searchParams;
  const word = (second ?? "").toLowerCase();
  if (first === "museum" && rest.join("/").toLowerCase() === "sources" && WORD.test(word)) {
    return { page: "museum", exhibit: word, part: "sources" };
  }
  if (rest.length > 0) return { page: "missing" };
  const board = boardIn(query);
  switch (`${first}/${second === null ? "" : "*"}`) {
    case "/":
      return { page: "start" };
    case "play/":
    case "analyse/":
    case "explore/":
    case "setup/":
      return localRoute(board ?? DEFAULT_BOARD, query, ENTRANCES[first]);
    case "g/*":
      return IDENTIFIER.test(second ?? "")
        ? { page: "game", id: second ?? "", ply: plyIn(query) }
        : { page: "missing" };
    case "room/":
      return { page: "room", id: null };
    case "room/*":
      return IDENTIFIER.test(second ?? "") ? { page: "room", id: second } : { page: "missing" };
    case "museum/":
      return { page: "museum", exhibit: null, part: "exhibit" };
    case "museum/*":
      return WORD.test(word) ? { page: "museum", exhibit: word, part: "exhibit" } : { page: "missing" };
    case "rules/":
      return { page: "rules", board };
    case "learn/":
      return { page: "learn" };
    case "program/":
      return { page: "program", step: 1 };
    case "program/*":
      return /^[1-5]$/.test(word) ? { page: "program", step: Number(word) } : { page: "missing" };
    case "lesson/":
      return { page: "lesson", board: board ?? DEFAULT_BOARD };
    case "drills/":
      return { page: "drills", kind: null };
    case "drills/*":
      return WORD.test(word) ? { page: "drills", kind: word } : { page: "missing" };
    case "lab/":
      return { page: "lab", experiment: null };
    case "lab/*":
      return WORD.test(word) ? { page: "lab", experiment: word } : { page: "missing" };
    case "puzzles/":
      return { page: "puzzles", puzzle: null };
    case "puzzles/*":
      return WORD.test(word) ? { page: "puzzles", puzzle: word } : { page: "missing" };
    case "open/":
      return { page: "open" };
    case "help/":
      return { page: "help" };
    case "about/":
      return { page: "about" };
    default:
      return { page: "missing" };
  }
}

/** Write an address, beginning with a slash. */
export function writeAddress(route: Route): string {
  return ROOT + pathOf(route);
}

function pathOf(route: Route): string {
  switch (route.page) {
    case "start":
      return "/";
    case "play":
      return `/play${queryOf({
        board: route.board,
        start: route.start,
        moves: route.moves.join(separatorOf(route.board)),
        ply: route.ply === route.moves.length ? null : String(route.ply),
        screen: route.screen ?? null,
        mode: route.mode ?? null,
      })}`;
    case "game":
      return `/g/${route.id}${queryOf({ ply: route.ply === null ? null : String(route.ply) })}`;
    case "museum":
      if (route.exhibit === null) return "/museum";
      return `/museum/${route.exhibit}${route.part === "sources" ? "/sources" : ""}`;
    case "rules":
      return `/rules${queryOf({ board: route.board })}`;
    case "room":
      return route.id === null ? "/room" : `/room/${route.id}`;
    case "drills":
      return route.kind === null ? "/drills" : `/drills/${route.kind}`;
    case "lab":
      return route.experiment === null ? "/lab" : `/lab/${route.experiment}`;
    case "puzzles":
      return route.puzzle === null ? "/puzzles" : `/puzzles/${route.puzzle}`;
    case "program":
      return `/program/${String(route.step)}`;
    case "lesson":
      return `/lesson${queryOf({ board: route.board === DEFAULT_BOARD ? null : route.board })}`;
    case "learn":
    case "open":
    case "help":
    case "about":
    case "missing":
      return `/${route.page}`;
  }
}

/** Return the address at which a game is shown for frames of other sites, given the page's address of it. */
export function embedAddress(address: string): string {
  const path = address.slice(ROOT.length);
  return ROOT + path.replace(/^\/(g\/|play)/, (_, kind: string) => (kind === "play" ? "/embed" : "/embed/"));
}

function localRoute(board: string, query: URLSearchParams, entrance?: Mode): LocalRoute {
  const named = movesIn(board, query.get("moves") ?? "");
  const wrong = named.findIndex((cell) => !CELL.test(cell));
  const moves = named.slice(0, wrong === -1 ? MAX_MOVES : wrong);
  const ply = plyIn(query) ?? moves.length;
  const screen = query.get("screen") ?? "";
  const mode = MODES.find((each) => each === query.get("mode")) ?? entrance;
  return {
    page: "play",
    board,
    start: query.get("start"),
    moves,
    ply: Math.min(ply, moves.length),
    ...(WORD.test(screen) ? { screen } : {}),
    ...(mode === undefined ? {} : { mode }),
  };
}

/** Return the names of moves as an address writes them, or separated by spaces or commas. */
export function movesIn(board: string, text: string): string[] {
  const typed = text.split(/[,\s]/).flatMap((part) => part.split(separatorOf(board)));
  return typed.filter((cell) => cell !== "");
}

/** Return the separator of moves: a dot, unless the names of the board's cells contain dots (`10.2.3`). */
function separatorOf(board: string): string {
  return /\d\d/.test(board.split(":")[0] ?? "") ? "-" : ".";
}

/** Return the board that an address names, as far as it can be read; the server says what is wrong with another text. */
function boardIn(query: URLSearchParams): string | null {
  return boardTyped(query.get("board") ?? "").slice(0, LONGEST_BOARD) || null;
}

function plyIn(query: URLSearchParams): number | null {
  const text = query.get("ply") ?? "";
  return /^\d{1,3}$/.test(text) ? Number(text) : null;
}

function queryOf(parts: Record<string, string | null>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts)) {
    if (value !== null && value !== "") query.set(name, value);
  }
  // A query may contain a colon, and `5x5:4` is easier to read than `5x5%3A4`.
  const text = query.toString().replaceAll("%3A", ":");
  return text === "" ? "" : `?${text}`;
}
