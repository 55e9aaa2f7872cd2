/** Puzzles out of the reviews that this browser keeps: positions before proved mistakes, whose better move is the solution. */

import { geometryOf } from "./geometry";
import { boardTable } from "./lines";
import { emptyPosition, readPosition, writePosition } from "./position";
import type { Puzzle } from "./puzzles";
import { keptReviews, type KeptReview } from "./reviewStorage";
import { cellIndices, replay } from "./rules";
import type { KeyValueStore } from "./storage";

/** Return the puzzles of all kept reviews, those of the latest game first. */
export function ownPuzzles(storage: KeyValueStore): readonly Puzzle[] {
  return keptReviews(storage).flatMap((review) => {
    try {
      return puzzlesOf(review);
    } catch {
      return []; // A board or a move that this version of the page does not know.
    }
  });
}

function puzzlesOf({ game, known }: KeptReview): readonly Puzzle[] {
  const [board = "", start = "", moves = ""] = game.split("|");
  const geometry = geometryOf(boardTable(board));
  const cells = moves.split(" ").filter((cell) => cell !== "");
  const from = start === "" ? emptyPosition(geometry.cells.length) : readPosition(geometry.cells.length, start);
  return known.key_moves
    .filter(({ mistake, proved }) => mistake && proved)
    .flatMap(({ ply, cell, better, line }) => {
      if (better === null) return [];
      const before = replay(geometry, from, cellIndices(geometry, cells.slice(0, ply - 1)));
      const last = cells[ply - 2];
      const [, reply] = better.line;
      const [, answer] = line;
      return [
        {
          id: `own-${String(ply)}-${hashed(game)}`,
          board,
          position: writePosition(before),
          ...(last === undefined ? {} : { last }),
          class: "own" as const,
          theme: "",
          steps: [
            {
              right: better.cell,
              ...(reply === undefined ? {} : { reply }),
              ...(answer === undefined ? {} : { exceptions: { [answer]: cell } }),
            },
          ],
          rest: better.line.slice(2).join(" "),
          source: "a game of yours",
        },
      ];
    });
}

/** Return a short text for a long one, so that puzzles of two games differ in their names. */
function hashed(text: string): string {
  let hash = 0;
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 4_294_967_296;
  return hash.toString(36);
}
