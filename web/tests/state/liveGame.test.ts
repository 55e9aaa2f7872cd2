import { describe, expect, test } from "vitest";

import type { GameEvent, MoveNote, Snapshot } from "../../src/api/types";
import { applyEvent, fromSnapshot, needsSnapshot, scoreAfter, type LiveGame } from "../../src/state/liveGame";
import { HOUSE, PERSON, SNAPSHOT } from "../snapshot";

const NOTE: MoveNote = { comment: "", reasons: null, sentence: "blocks", marks: {}, remark: "" };

function game(some: Partial<Snapshot> = {}): LiveGame {
  return fromSnapshot({ ...SNAPSHOT, notes: { "2": NOTE }, number: 5, ...some });
}

/** An event as it travels; each kind has fields of its own. */
function event(kind: GameEvent["kind"], rest: Record<string, unknown> = {}): GameEvent {
  return { number: 6, by: "x", note: null, ...rest, kind } as GameEvent;
}

test("a move that replaces others drops them and their comments", () => {
  const undone = applyEvent(game(), event("undone", { ply: 1 }));
  expect(undone).toMatchObject({ moves: ["22", "11"], ply: 1, to_move: "o" });
  const after = applyEvent(undone, event("played", { by: "o", cell: "12", ply: 2, note: null }));
  expect(after).toMatchObject({ moves: ["22", "12"], ply: 2, to_move: "x", notes: {} });
});

test("undoing two plies leaves the turn where it was, and redoing brings the moves back", () => {
  const undone = applyEvent(game(), event("undone", { ply: 0 }));
  expect(undone.to_move).toBe("x");
  expect(applyEvent(undone, event("redone", { ply: 2 }))).toMatchObject({ ply: 2, to_move: "x", moves: ["22", "11"] });
});

describe("a declared end", () => {
  const resigned = applyEvent(game(), event("ended", { ending: "resigned", winner: "o" }));

  test("belongs to the last move", () => {
    expect(resigned.declared).toEqual({ ending: "resigned", winner: "o" });
    expect(applyEvent(resigned, event("undone", { ply: 0 })).declared).toEqual({ ending: "resigned", winner: "o" });
  });

  test("is removed by an undo that stays at its ply, and by another move", () => {
    expect(applyEvent(resigned, event("undone", { ply: 2 })).declared).toBeNull();
    const undone = applyEvent(resigned, event("undone", { ply: 0 }));
    expect(applyEvent(undone, event("played", { cell: "13", ply: 1 })).declared).toBeNull();
  });

  test("is read from a snapshot of its ply; otherwise a new snapshot is requested", () => {
    const result = { ending: "draw agreed", winner: null, text: "draw (agreed)" };
    expect(game({ result }).declared).toMatchObject({ ending: "draw agreed" });
    expect(game({ result: { ...result, ending: "line", winner: "x" } }).declared).toBeNull();
    const earlier = game({ ply: 0 });
    expect(needsSnapshot(earlier)).toBe(false);
    expect(needsSnapshot(applyEvent(earlier, event("redone", { ply: 2 })))).toBe(true);
  });
});

test("offers last until they are answered or withdrawn, or a move is played", () => {
  const offered = applyEvent(game(), event("offered", { what: "draw" }));
  expect(offered.offers).toEqual([{ what: "draw", by: "x", note: null }]);
  expect(applyEvent(offered, event("answered", { by: "o", what: "draw", accept: false })).offers).toEqual([]);
  expect(applyEvent(offered, event("withdrawn", { what: "draw" })).offers).toEqual([]);
  expect(applyEvent(offered, event("played", { cell: "33", ply: 3 })).offers).toEqual([]);
});

test("seats are claimed, handed over and swapped", () => {
  const swapped = applyEvent(game(), event("swapped"));
  expect(swapped.seats).toEqual({ x: HOUSE, o: PERSON });
  const other = applyEvent(game(), event("seated", { side: "o", player: "random" }));
  expect(other.seats.o).toMatchObject({ kind: "player", player: "random" });
  const open = applyEvent(game(), event("seated", { side: "o", player: null }));
  expect(open.seats.o.kind).toBe("open");
  expect(applyEvent(open, event("claimed", { by: "o" })).seats.o).toEqual(PERSON);
});

test("the final remarks of programs keep their order", () => {
  const ended = applyEvent(game(), event("ended", { by: "o", ending: "resigned", winner: "x", note: NOTE }));
  const remarked = applyEvent(ended, event("remarked", { by: "o", note: { ...NOTE, remark: "WELL PLAYED" } }));
  expect(remarked.closing.map(({ note }) => note.remark)).toEqual(["", "WELL PLAYED"]);
});

test("pace and rematch", () => {
  expect(applyEvent(game(), event("paced", { delay: null })).settings.delay).toBeNull();
  expect(applyEvent(game(), event("rematched", { game: "next" })).rematch).toBe("next");
});

test("under the pie rule one places three stones, and the sides follow the choice of the other, with the score", () => {
  const placing = game({ pie: "placing", moves: ["22", "11"], score: { x: 1, o: 2, draws: 0 } });
  const choosing = applyEvent(placing, event("played", { cell: "33", ply: 3 }));
  expect([applyEvent(placing, event("undone", { ply: 1 })).pie, choosing.pie]).toEqual(["placing", "choosing"]);
  const swapped = applyEvent(choosing, event("chosen", { by: "o", side: "x" }));
  expect(swapped).toMatchObject({ pie: null, taken: "x", seats: { x: HOUSE, o: PERSON }, score: { x: 2, o: 1 } });
  const kept = applyEvent(choosing, event("chosen", { by: "o", side: "o" }));
  expect(kept).toMatchObject({ taken: "o", seats: { x: PERSON, o: HOUSE }, score: { x: 1, o: 2 } });
});

test("a score counts the game that is over, follows the players, and begins anew with another opponent", () => {
  const scored = game({ score: { x: 1, o: 0, draws: 2 } });
  expect(applyEvent(scored, event("swapped")).score).toEqual({ x: 0, o: 1, draws: 2 });
  expect(applyEvent(scored, event("seated", { side: "o", player: "random" })).score).toEqual({ x: 0, o: 0, draws: 0 });
  expect(scoreAfter(scored, { ending: "line", winner: "x" })).toEqual({ x: 2, o: 0, draws: 2 });
  expect(scoreAfter(scored, { ending: "draw agreed", winner: null })).toEqual({ x: 1, o: 0, draws: 3 });
  for (const result of [null, { ending: "abandoned", winner: null }])
    expect(scoreAfter(scored, result)).toEqual(scored.score);
});
