/** A live game of a person against the house player as the server describes it. */

import type { GameEntry, Snapshot } from "../src/api/types";

export const PERSON = { kind: "person", player: null, name: null, connected: true } as const;
export const OPEN = { ...PERSON, kind: "open", connected: false } as const;
export const HOUSE = { kind: "player", player: "oxo:level=4", name: "oxo", connected: true } as const;
/** The settings that a game has if none is chosen. */
export const SETTINGS = { delay: 1, hints: false, clock: null, strict: false, public: false, pie: false } as const;
/** A game in a list, before its first move. */
export const ENTRY: GameEntry = {
  id: "game",
  board: "3x3",
  position: "9 x",
  seats: { x: PERSON, o: OPEN },
  sides: [],
  moves: 0,
  to_move: "x",
  result: null,
  settings: SETTINGS,
  fixture: null,
  at: 1,
  left: null,
  present: true,
};
export const SNAPSHOT: Snapshot = {
  id: "game",
  board: "3x3",
  start: "9 x",
  moves: ["22", "11"],
  ply: 2,
  to_move: "x",
  result: null,
  closing: [],
  settings: SETTINGS,
  clock: null,
  pie: null,
  taken: null,
  score: { x: 0, o: 0, draws: 0 },
  notes: {},
  seats: { x: PERSON, o: HOUSE },
  offers: [],
  rematch: null,
  seed: 1,
  room: null,
  number: 3,
};
