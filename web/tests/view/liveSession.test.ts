import { expect, test } from "vitest";

import { leftAt } from "../../src/state/clocks";
import type { Side } from "../../src/state/geometry";
import { nodeAt } from "../../src/state/moveTree";
import { PERSON, SETTINGS } from "../snapshot";
import { joined } from "./joinedSession";

const NOTE = { comment: "", reasons: null, sentence: "blocks", marks: {}, remark: "" };

test("the player's own move is shown at once, sent with its ply, and confirmed by the event", () => {
  const { session, connection, tell } = joined();
  expect(session.canPlay).toBe(true);
  session.play(8);
  expect(session.position.lastMove).toBe(8);
  expect(session.canPlay).toBe(false);
  expect(connection.sent.at(-1)).toMatchObject({ side: "x", action: { kind: "play", cell: "33", ply: 2 } });
  tell("played", { by: "x", cell: "33", ply: 3 });
  tell("played", { cell: "12", ply: 4, note: NOTE });
  expect(session.ply).toBe(4);
  expect(session.tree.nodes).toHaveLength(5);
  expect(session.noteAt(session.tree.here)).toEqual(NOTE);
  expect(session.canPlay).toBe(true);
});

test("a move that is refused is taken back, and the reason shown", () => {
  const { session, connection } = joined();
  session.play(8);
  const error = { code: "refused", subject: "33", reason: "it is the opponent's turn", remedy: "" };
  connection.say({ type: "refused", action: "1", error });
  expect(session.position.lastMove).toBe(0);
  expect(session.refusal).toBe("It is the opponent's turn.");
  expect(session.canPlay).toBe(true);
});

test("a move that cannot be saved stays on the board until it is", () => {
  const { session, connection, tell } = joined();
  session.play(8);
  const error = { code: "not_saved", subject: "game", reason: "it was not saved", remedy: "send it again" };
  connection.say({ type: "refused", action: "1", error });
  expect([session.isUnsaved, session.isPending, session.canPlay, session.refusal]).toEqual([true, true, false, ""]);
  expect(session.position.lastMove).toBe(8);
  tell("played", { by: "x", cell: "33", ply: 3 });
  expect([session.isUnsaved, session.isPending]).toEqual([false, false]);
});

test("undone moves stay as a branch that can be viewed but not continued", () => {
  const { session, tell } = joined();
  const old = session.tree.here;
  session.undo();
  tell("undone", { by: "x", ply: 0 });
  expect(session.position.lastMove).toBeNull();
  expect(session.canRedo).toBe(true);
  tell("played", { by: "x", cell: "13", ply: 1 });
  expect(session.canRedo).toBe(false);
  session.goTo(old);
  expect(session.position.lastMove).toBe(0);
  expect(session.isAtHead).toBe(false);
  expect(session.canPlay).toBe(false);
});

test("a new move leaves the view of an earlier ply alone, and the button returns to the game", () => {
  const { session, tell } = joined({ seats: { x: PERSON, o: PERSON } });
  session.goTo(1);
  tell("played", { by: "x", cell: "33", ply: 3 });
  expect(nodeAt(session.tree).ply).toBe(1);
  session.follow();
  expect(session.position.lastMove).toBe(8);
});

test("a takeback needs the consent of a person, but not of a computer", () => {
  const { session, connection } = joined({ seats: { x: PERSON, o: PERSON } });
  expect(session.opponent).toBe("o");
  session.undo();
  expect(connection.sent.at(-1)).toMatchObject({ action: { kind: "offer", what: "takeback" } });
  const alone = joined();
  alone.session.undo();
  expect(alone.connection.sent.at(-1)).toMatchObject({ action: { kind: "undo", ply: 2 } });
});

test("a player who has not moved cannot take back, nor can a spectator", () => {
  expect(joined({ moves: [], ply: 0 }).session.canUndo).toBe(false);
  expect(joined({ moves: ["22"], ply: 1, to_move: "o" }, ["o"]).session.canUndo).toBe(false);
  expect(joined({}, []).session.canUndo).toBe(false);
});

test("a public game that is over is not taken back, not from a computer either", () => {
  for (const isPublic of [true, false]) {
    const { session, tell } = joined({ settings: { ...SETTINGS, public: isPublic } });
    expect(session.canUndo).toBe(true);
    tell("ended", { by: "o", ending: "resigned", winner: "x" });
    expect(session.canUndo).toBe(!isPublic);
  }
});

test("sides are swapped, and a declared end closes the game until it is taken back", () => {
  const { session, tell } = joined();
  tell("swapped", { by: "x" });
  expect(session.ownSides).toEqual(["o"]);
  tell("ended", { by: "o", ending: "resigned", winner: "x" });
  expect(session.result).toEqual({ ending: "resigned", winner: "x" });
  tell("undone", { by: "o", ply: 2 });
  expect(session.result).toBeNull();
});

test("under the pie rule X plays both sides, and then the other chooses, with X or O", () => {
  const between = { seats: { x: PERSON, o: PERSON }, pie: "placing", moves: ["22"], ply: 1, to_move: "o" } as const;
  const { session, connection, tell } = joined(between);
  expect([session.canPlay, session.canUndo]).toEqual([true, true]);
  session.play(0);
  expect(connection.sent.at(-1)).toMatchObject({ side: "x", action: { kind: "play", cell: "11", ply: 1 } });
  tell("played", { by: "x", cell: "11", ply: 2 });
  tell("played", { by: "x", cell: "33", ply: 3 });
  expect([session.canPlay, session.canUndo, session.pieStage]).toEqual([false, false, "choosing"]);
  const other = joined({ ...between, pie: "choosing", moves: ["22", "11", "33"], ply: 3 }, ["o"]);
  expect([other.session.canPlay, other.session.dueSide]).toEqual([false, "o"]);
  tell("chosen", { by: "o", side: "x" });
  other.tell("chosen", { by: "o", side: "x" });
  expect([session.ownSides, other.session.ownSides]).toEqual([["o"], ["x"]]);
  expect([session.canPlay, other.session.canPlay]).toEqual([true, false]);
});

test("a strict game allows neither a takeback nor help before its end, not to spectators either", () => {
  for (const sides of [["x"], []] as const) {
    const { session, tell } = joined({ settings: { ...SETTINGS, strict: true } }, sides);
    expect([session.canUndo, session.helpRefusal === "", session.undoRefusal === ""]).toEqual([false, false, false]);
    tell("ended", { by: "o", ending: "resigned", winner: "x" });
    expect([session.canUndo, session.helpRefusal, session.undoRefusal]).toEqual([false, "", ""]);
  }
});

test.each<[boolean, readonly Side[], string]>([
  [false, ["x"], "Hints, labels and threats are off in this game until it ends."],
  [true, ["x"], ""],
  [true, [], "Spectators get hints, labels and threats when the game has ended."],
])("between people, hints allowed %s, those who hold %j read why they get none", (hints, sides, refusal) => {
  const { session, tell } = joined({ seats: { x: PERSON, o: PERSON }, settings: { ...SETTINGS, hints } }, sides);
  expect(session.helpRefusal).toBe(refusal);
  tell("ended", { by: "o", ending: "resigned", winner: "x" });
  expect(session.helpRefusal).toBe("");
});

test("after an exchange of sides the side that this browser holds now confirms that the clocks have come", () => {
  const { connection, tell } = joined({ seats: { x: PERSON, o: PERSON }, pie: "choosing" }, ["o"]);
  tell("chosen", { by: "o", side: "x" });
  const clock = { setting: "60+0", x: 60_000, o: 60_000, seconds: "" };
  connection.say({ type: "clocks", turn: 3, clock: { ...clock, running: "o" } });
  connection.say({ type: "clocks", turn: 4, clock: { ...clock, running: "x" } });
  expect(connection.sent.slice(1)).toEqual([{ type: "seen", turn: 4 }]);
});

test.each([
  ["300+5", 0],
  ["3 days", 20_000],
])("a clock of %s advances %i ms in 20 s without a connection", (setting, passed) => {
  const { session, connection } = joined({ clock: { setting, x: 60_000, o: 60_000, running: "x", seconds: "" } });
  connection.events.closed(1006);
  const { clock } = session;
  if (clock === null) throw new Error("the clocks are gone");
  const left = (after: number): number => leftAt(clock, "x", clock.at + after) ?? 0;
  expect(left(0) - left(20_000)).toBeCloseTo(passed);
});
