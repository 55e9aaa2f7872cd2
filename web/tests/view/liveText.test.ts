import { expect, test } from "vitest";

import type { Snapshot } from "../../src/api/types";
import type { Side } from "../../src/state/geometry";
import {
  pieNotice,
  isLoopback,
  offerText,
  seatLabels,
  seriesText,
  termsText,
  turnText,
} from "../../src/view/play/liveText";
import { HOUSE, OPEN, PERSON, SETTINGS } from "../snapshot";
import { joined } from "./joinedSession";

const LINE = { moves: ["11", "21", "12", "22", "13"], ply: 5, to_move: "o" } as const;

test.each<[Side, Partial<Snapshot>, string]>([
  ["x", LINE, "You won in 3 moves"],
  ["o", { ...LINE, seats: { x: HOUSE, o: PERSON } }, "You lost in 3 moves"],
  ["o", { result: { ending: "time", winner: "x", text: "" } }, "You lost on time"],
  ["x", {}, "Your turn: you are X"],
  ["x", { moves: ["22"], ply: 1, to_move: "o" }, "Medium (level 4) is thinking"],
  [
    "x",
    { seats: { x: PERSON, o: { ...PERSON, name: "Ada" } }, moves: ["22"], ply: 1, to_move: "o" },
    "Ada (O) to move",
  ],
  ["x", { seats: { x: PERSON, o: OPEN } }, "Your turn: you are X"],
  ["o", { seats: { x: OPEN, o: PERSON } }, "Waiting for player X"],
])("the turn of %s, or the end of the game: %j", (side, some, text) => {
  expect(turnText(joined(some, [side]).session)).toBe(text);
});

test("a move that was taken back is no move of the game", () => {
  const { session, tell } = joined({ seats: { x: PERSON, o: PERSON } });
  tell("undone", { by: "x", ply: 1 });
  session.goTo(2);
  expect(turnText(session)).toBe("A move that was taken back");
  session.goTo(0);
  expect(turnText(session)).toBe("Move 0 of 1");
});

test("a move that waits for a connection is not sent yet, and nothing thinks about it", () => {
  const { session, connection } = joined();
  session.play(8);
  expect(turnText(session)).toBe("Medium (level 4) is thinking");
  connection.events.closed(1006);
  expect(turnText(session)).toBe("Not sent yet: no connection");
});

test("a person is not here only while the server says so: until it answers, the seat may be this browser's", () => {
  const { session, connection } = joined({ seats: { x: HOUSE, o: { ...PERSON, connected: false } } }, []);
  expect(seatLabels(session)[1]?.state).toBe("not here");
  connection.events.closed(1006);
  expect(seatLabels(session)[1]?.state).toBeUndefined();
});

const ADA = { ...PERSON, name: "Ada" };
const PEOPLE = { seats: { x: ADA, o: PERSON } } as const;

test.each<[Partial<Snapshot>, string]>([
  [{}, ""],
  [{ settings: { ...SETTINGS, strict: true } }, "Terms: strict, no clock"],
  [PEOPLE, "Terms: no hints, no clock"],
  [
    {
      ...PEOPLE,
      settings: { ...SETTINGS, hints: true },
      pie: "placing",
      clock: { setting: "300+5", x: 1, o: 1, running: null, seconds: "" },
    },
    "Terms: hints allowed, 5 min + 5 s a move, pie rule",
  ],
  [
    { ...PEOPLE, settings: { ...SETTINGS, strict: true, public: true }, taken: "o" },
    "Terms: strict, no clock, pie rule (O taken), public",
  ],
])("the terms of a game: %j", (some, text) => {
  expect(termsText(joined(some).session)).toBe(text);
});

test("a series counts the game that is over, for its players and for others", () => {
  const score = { x: 0, o: 1, draws: 0 };
  const { session, tell } = joined({ ...PEOPLE, score });
  expect(seriesText(session)).toBe("Ada (you): 0; Your opponent: 1; 0 draws");
  tell("ended", { by: "o", ending: "resigned", winner: "x" });
  expect(seriesText(session)).toBe("Ada (you): 1; Your opponent: 1; 0 draws");
  expect(seriesText(joined({ ...PEOPLE, score }, []).session)).toBe("Ada: 0; A person: 1; 0 draws");
});

const PLACED = { ...PEOPLE, moves: ["22", "11", "33"], ply: 3, to_move: "o" } as const;

test.each<[readonly Side[], Side, string]>([
  [["o"], "x", "Ada took X; you play O. Your move."],
  [["o"], "o", "You took O: your move. Ada plays X."],
  [["x"], "o", "Your opponent took O and moves next; you play X."],
  [["x"], "x", "You took X. Your opponent plays O and moves next."],
  [[], "x", "Ada took X. The other player plays O and moves next."],
  [[], "o", "The chooser took O and moves next. Ada plays X."],
])("who plays which side for %j once %s was taken", (sides, taken, text) => {
  const { session, tell } = joined({ ...PLACED, taken }, sides);
  expect([session.undoRefusal === "", pieNotice(session)]).toEqual([sides.length === 0, text]);
  tell("played", { cell: "12", ply: 4 });
  expect([session.undoRefusal, pieNotice(session)]).toEqual(["", ""]);
});

test.each([
  ["localhost", true],
  ["127.0.0.1", true],
  ["[::1]", true],
  ["192.168.1.2", false],
  ["127.example.org", false],
])("an address at %s works only on this computer: %j", (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});

test.each<[readonly Side[], Side, string]>([
  [["x"], "o", "to take back the last move"],
  [["x"], "x", "to take back the last two moves, yours and your opponent's"],
  [["o"], "x", "to take back the last two moves, yours and your opponent's"],
  [[], "x", "to take back the last two moves, one of each side"],
])("with X to move, %j reads the moves that a takeback of %s costs", (sides, by, text) => {
  const { session } = joined(PEOPLE, sides);
  expect(offerText(session, { what: "takeback", by, note: null })).toBe(text);
});

test.each<[Side | null, boolean]>([
  [null, true],
  ["x", false],
  ["o", false],
])("a rematch swaps the sides without the pie rule: %s taken", (taken, swaps) => {
  const { session } = joined({ ...PEOPLE, taken });
  expect(offerText(session, { what: "rematch", by: "x", note: null }).includes("sides swapped")).toBe(swaps);
});
