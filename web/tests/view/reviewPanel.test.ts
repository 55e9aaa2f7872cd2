/** The review of a game that ended without a line, as the panel asks for it. */

import { flushSync } from "svelte";
import { expect, test, vi } from "vitest";

import { gameReviewer } from "../../src/state/gameReviewer.svelte";
import type { GameSession } from "../../src/state/gameSession";
import { LocalSession } from "../../src/state/localSession.svelte";
import { nodeAt } from "../../src/state/moveTree";
import { emptyPosition } from "../../src/state/position";
import ReviewPanel from "../../src/view/review/ReviewPanel.svelte";
import { board } from "../boards";
import { joined } from "./joinedSession";
import { clear, show } from "./mounted";

/** Show the panel while the test does something, and return the moves and winners that it asked about. */
function asked(session: GameSession, act: () => void = () => undefined): (readonly [string, string])[] {
  const review = vi.spyOn(gameReviewer, "review").mockReturnValue();
  show(ReviewPanel, { session, walk: null, onwalk: () => undefined, ontry: () => Promise.resolve() });
  act();
  flushSync();
  clear();
  return review.mock.calls.splice(0).map(([{ moves, winner }]) => [moves.join(" "), winner ?? "none"] as const);
}

test("a game that was resigned has its winner in the review, whichever of its positions is shown", () => {
  const { session, tell } = joined();
  tell("ended", { by: "x", ending: "resigned", winner: "o" });
  const last = session.tree.here;
  expect(asked(session)).toEqual([["22 11", "o"]]);
  session.goTo(nodeAt(session.tree).parent ?? 0);
  const returning = asked(session, () => {
    session.goTo(last);
  });
  expect(returning).toEqual([["22 11", "o"]]);
});

test("moves that were taken back, and end elsewhere, have no winner in the review", () => {
  const { session, tell } = joined();
  const left = session.tree.here;
  tell("undone", { by: "x", ply: 0 });
  tell("played", { by: "x", cell: "33", ply: 1 });
  tell("ended", { by: "o", ending: "resigned", winner: "x" });
  expect(asked(session)).toEqual([["33", "x"]]);
  session.goTo(left);
  expect(asked(session)).toEqual([["22 11", "none"]]);
});

test("moves that were taken back before a game was resigned are not reviewed", () => {
  const { session, tell } = joined();
  tell("undone", { by: "x", ply: 1 });
  tell("ended", { by: "o", ending: "resigned", winner: "x" });
  expect(asked(session)).toEqual([["22", "x"]]);
});

test("a game that is resigned while its review is shown is reviewed anew", () => {
  const geometry = board("3x3");
  const session = new LocalSession(geometry, emptyPosition(geometry.cells.length), [4, 0]);
  const resigning = asked(session, () => {
    session.resign();
  });
  expect(resigning).toEqual([
    ["22 11", "none"],
    ["22 11", "o"],
  ]);
});
