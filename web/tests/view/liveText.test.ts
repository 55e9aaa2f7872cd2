import { expect, test } from "vitest";

import type { Snapshot } from "../../src/api/types";
import type { Side } from "../../src/state/geometry";
import { isLoopback, turnText } from "../../src/view/play/liveText";
import { HOUSE, PERSON } from "../snapshot";
import { joined } from "./joinedSession";

const LINE = { moves: ["11", "21", "12", "22", "13"], ply: 5, to_move: "o" } as const;

test.each<[Side, Partial<Snapshot>, string]>([
  ["x", LINE, "You won in 3 moves"],
  ["o", { ...LINE, seats: { x: HOUSE, o: PERSON } }, "You lost: the computer won in 3 moves"],
  ["o", { ...LINE, seats: { x: { ...HOUSE, player: "atari-st" }, o: PERSON } }, "You lost: Atari ST won in 3 moves"],
  ["o", { ...LINE, seats: { x: PERSON, o: PERSON } }, "You lost: your opponent won in 3 moves"],
  ["o", { result: { ending: "time", winner: "x", text: "" } }, "You lost: your opponent won on time"],
  ["x", { result: { ending: "resigned", winner: "o", text: "" } }, "You resigned: the computer won"],
  ["x", {}, "Your turn: you are X"],
  ["x", { moves: ["22"], ply: 1, to_move: "o" }, "Medium (level 4) is thinking"],
])("the turn of %s, or the end of the game: %j", (side, some, text) => {
  expect(turnText(joined(some, [side]).session)).toBe(text);
});

test("a move that waits for a connection is not sent yet, and nothing thinks about it", () => {
  const { session, connection } = joined();
  session.play(8);
  expect(turnText(session)).toBe("Medium (level 4) is thinking");
  connection.events.closed(1006);
  expect(turnText(session)).toBe("Not sent yet: no connection");
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
