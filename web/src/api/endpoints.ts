/** The server's end points, one function each. Errors are those of {@link request}. */

import { geometryOf, type Side } from "../state/geometry";
import { MESSAGES, request } from "./client";
import type * as api from "./types";

/** Return a question whose answers never change: each is asked for once, and again at the next call if that failed. */
export function askedOnce<About extends readonly string[], Answer>(
  ask: (...about: About) => Promise<Answer>,
): (...about: About) => Promise<Answer> {
  const known = new Map<string, Promise<Answer>>();
  return (...about) => {
    const key = about.join(" ");
    const before = known.get(key);
    if (before !== undefined) return before;
    const asked = ask(...about);
    known.set(key, asked);
    asked.catch(() => known.delete(key));
    return asked;
  };
}

/** Boards to begin with, in the order in which they are suggested. */
export function suggestedBoards(): Promise<readonly api.BoardSuggested[]> {
  return request("/boards");
}

/** The cells and lines of a board; the service worker stores the answer. */
export const loadBoard = askedOnce((name: string) =>
  request<api.BoardDescribed>(`/boards/${encodeURIComponent(name)}`).then(geometryOf),
);

/** Questions about the lines of a board; those of a seed are always the same. */
export function fetchDrills(board: string, kind: api.DrillKind, seed: number, count: number): Promise<api.DrillsMade> {
  const query = new URLSearchParams({ board, kind, seed: String(seed), count: String(count) });
  return request(`/drills?${query.toString()}`);
}

/** All computer players. Never from the browser's cache: a game against one needs the server. */
export function allPlayers(): Promise<readonly api.PlayerDescribed[]> {
  return request("/players", { fresh: true });
}

export function playersForBoard(board: string): Promise<api.PlayersAtBoard> {
  return request(`/boards/${encodeURIComponent(board)}/players`);
}

export function readRecord(text: string): Promise<api.GameRead> {
  return request("/records/read", { body: { text } });
}

export async function writeRecord(game: api.GameToWrite, form: "text" | "json"): Promise<string> {
  const { text } = await request<{ text: string }>("/records/write", { body: { game, form } });
  return text;
}

/** Draw a game at one of its plies, as SVG. */
export function drawGame(game: api.GameToDraw): Promise<string> {
  return request("/pictures", { body: game });
}

/** Draw a game as a card to be shared, as SVG. */
export function drawCard(game: api.CardToDraw): Promise<string> {
  return request("/pictures/card", { body: game });
}

/** Ask why a cell has its value, after the opponent's `replies` so far. */
export function explainCell(
  position: api.PositionRef,
  cell: string,
  replies: readonly string[],
  strategist: Side | null = null,
): Promise<api.WhyAnswer> {
  return request("/why", { body: { ...position, cell, replies, strategist } });
}

const openings = new Map<string, api.ExplorerNode>();

/** Return what is known of an opening; answers are kept, so that Back shows them at once. */
export async function exploreOpening(board: string, moves: readonly string[]): Promise<api.ExplorerNode> {
  const query = new URLSearchParams({ board, moves: moves.join(" ") }).toString();
  const known = openings.get(query) ?? (await request<api.ExplorerNode>(`/explorer?${query}`));
  openings.set(query, known);
  return known;
}

/** The museum: its exhibits in the order of their dates, and which programs can meet. The service worker stores the answer. */
export const fetchMuseum = askedOnce(() => request<api.MuseumRoom>("/museum"));

/** Questions of the museum, each with the answers of its programs. */
export const fetchQuestions = askedOnce(() => request<readonly api.FiveAnswers[]>("/museum/questions"));

/** The ready experiments of the laboratory, and how long a run may take. */
export const fetchLaboratory = askedOnce(() => request<api.Laboratory>("/lab"));

/** An exhibit of the museum, whole. The service worker stores the answer. */
export const fetchExhibit = askedOnce((name: string) =>
  request<api.ExhibitDescribed>(`/museum/${encodeURIComponent(name)}`),
);

/** The five steps of *Write a program*. */
export const fetchSteps = askedOnce(() => request<readonly api.ProgramStep[]>("/steps"));

/** What a step sees in a position, which `sightQuery` names. */
export function seeByStep(query: string): Promise<api.StepSight> {
  return request(`/steps/sight?${query}`);
}

/** Make a live game, under the name in it if there is one. */
/** The game that was created last, until it is shown. */
let created: api.Snapshot | null = null;

export async function createGame(game: api.NewGame): Promise<api.GameMade> {
  const made = await request<api.GameMade>("/games", { body: game });
  created = made.game;
  return made;
}

export async function fetchSnapshot(id: string): Promise<api.Snapshot> {
  const known = created;
  created = null;
  return known?.id === id ? known : request(`/games/${id}`);
}

/** Take an open seat of a live game, which `secret` will hold, under the name that another secret owns if there is one. */
export function claimSeat(id: string, side: Side, name: string | null, secret: string): Promise<api.SeatClaimed> {
  return request(`/games/${id}/seats`, { body: { side, name, secret } });
}

/** The public games of the server, newest first. */
export function listChallenges(): Promise<api.GameLists> {
  return request(`/challenges?version=${String(MESSAGES)}`);
}

/** Choose a name. The answer holds its secret and its recovery code, which are sent only once. */
export function chooseName(name: string): Promise<api.NameMade> {
  return request("/names", { body: { name } });
}

/** Let this browser have the name of a recovery code as well. */
export function recoverName(code: string): Promise<api.NameOwned> {
  return request("/names/recover", { body: { code } });
}

/** Replace the recovery code of a name; all other browsers lose the name. */
export async function replaceCode(secret: string): Promise<string> {
  const { code } = await request<{ code: string }>("/names/code", { body: { secret } });
  return code;
}

export function deleteName(secret: string): Promise<unknown> {
  return request("/names/delete", { body: { secret } });
}

/** The games of a name, running ones first. */
export function listGames(secret: string): Promise<api.NamedGames> {
  return request("/names/games", { body: { secret } });
}

/** Return which games still exist, to the owner of secrets of seats and names; also the running games of `members`. */
export async function listStanding(
  games: readonly string[],
  secrets: readonly string[],
  members: readonly string[],
): Promise<api.GamesStanding["games"]> {
  const found = await request<api.GamesStanding>("/games/standing", { body: { games, secrets, members } });
  return found.games;
}

/** Make a room. The answer holds the secret of its owner, which is sent only once. */
export function makeRoom(title: string): Promise<api.RoomMade> {
  return request("/rooms", { body: { title } });
}

/** A room: its members, and its games that wait for a player. */
export function fetchRoom(id: string): Promise<api.Room> {
  return request(`/rooms/${id}`);
}

/** The games of a room, and the table of its round robins. */
export function fetchRoomGames(id: string): Promise<api.RoomGames> {
  return request(`/rooms/${id}/games`);
}

/** Choose a name in a room. The answer holds its secret, which is sent only once. */
export function joinRoom(id: string, name: string): Promise<api.NameOwned> {
  return request(`/rooms/${id}/members`, { body: { name } });
}

/** Make a game of a room, under the member's name in it. */
export function createRoomGame(id: string, game: api.NewRoomGame): Promise<api.GameMade> {
  return request(`/rooms/${id}/games`, { body: game });
}

/** Make a round robin between all members of a room, as its owner, unless it has other than the number of games that were seen. */
export function makeRoundRobin(id: string, body: api.RoundRobin): Promise<unknown> {
  return request(`/rooms/${id}/round-robin`, { body });
}

/** Delete the name of a member, as the owner of the room. */
export function removeMember(id: string, secret: string, name: string): Promise<unknown> {
  return request(`/rooms/${id}/members/delete`, { body: { secret, name } });
}

/** Delete a room with its members and games, as its owner. */
export function deleteRoom(id: string, secret: string): Promise<unknown> {
  return request(`/rooms/${id}/delete`, { body: { secret } });
}
