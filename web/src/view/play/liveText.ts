/** Texts of a live game: who plays each side, whose turn it is, and the marks of a museum player. */

import { allPlayers } from "../../api/endpoints";
import type { OpenOffer, Snapshot } from "../../api/types";
import { writeAddress } from "../../state/address";
import { clockWords } from "../../state/clocks";
import { cellNames, SIDES, sideName, type Side, type Symbols } from "../../state/geometry";
import { PIE_STONES, scoreAfter } from "../../state/liveGame";
import type { LiveSession } from "../../state/liveSession.svelte";
import { movesTo, nodeAt } from "../../state/moveTree";
import { playerText, readPlayerName } from "../../state/playerNames";
import { writeStart } from "../../state/position";
import { opponentOf } from "../../state/rules";
import { endHeadline } from "../review/endText";

/** The player of a side, and the text beside its name. */
export interface SeatLabel {
  readonly side: Side;
  readonly name: string;
  readonly state?: string;
}

/** Return the results of a series of rematches by player, with this game once it is over; empty for its first game. */
export function seriesText(session: LiveSession): string {
  const { x, o, draws } = scoreAfter(session.game, session.headResult);
  const { score } = session.game;
  if (score.x + score.o + score.draws === 0) return "";
  const [first, second] = seatLabels(session).map(({ name }) => name);
  const drawn = draws === 1 ? "1 draw" : `${String(draws)} draws`;
  return `${first ?? ""}: ${String(x)}; ${second ?? ""}: ${String(o)}; ${drawn}`;
}

/** Return the terms of a game between people, or of one that is strict or has clocks; empty for others. */
export function termsText(session: LiveSession): string {
  const { isBetweenPeople, clock } = session;
  const { pie, taken, settings } = session.game;
  const { strict, hints, public: isPublic } = settings;
  if (!isBetweenPeople && !strict && clock === null) return "";
  const help = hints ? "hints allowed" : "no hints";
  const parts = [
    strict ? "strict" : isBetweenPeople ? help : "",
    clock === null ? "no clock" : clockWords(clock.setting),
    taken === null ? (pie === null ? "" : "pie rule") : `pie rule (${sideName(taken, null)} taken)`,
    isPublic ? "public" : "",
  ];
  return `Terms: ${parts.filter((part) => part !== "").join(", ")}`;
}

/** Return the subject of a sentence about the player of a side; `unnamed` is a person without a name, for spectators. */
export function playerAt({ game, ownSides }: LiveSession, side: Side, unnamed = "A person"): string {
  if (ownSides.includes(side)) return "You";
  const { kind, name } = game.seats[side];
  if (kind === "open") return "Another player, who is not here yet,";
  return name ?? (ownSides.length > 0 ? "Your opponent" : unnamed);
}

/** Return who took which side under the pie rule, and who moves; empty before the choice and after the next move. */
function chosenText(session: LiveSession): string {
  const { taken, ply } = session.game;
  if (taken === null || ply !== PIE_STONES || session.headResult !== null) return "";
  const left = opponentOf(taken);
  const chooser = playerAt(session, taken, "The chooser");
  const placer = playerAt(session, left, "The other player");
  const next = (player: string): string => (player === "You" ? ": your move" : " and moves next");
  const took = `${chooser} took ${sideName(taken, null)}${taken === "o" ? next(chooser) : ""}`;
  if (placer === "You") return `${took}; you play ${sideName(left, null)}.${left === "o" ? " Your move." : ""}`;
  return `${took}. ${placer} plays ${sideName(left, null)}${left === "o" ? next(placer) : ""}.`;
}

/** Return what the pie rule asks for and of whom, or what was chosen; empty for nothing, and while this player chooses. */
export function pieNotice(session: LiveSession): string {
  const placer = playerAt(session, "x");
  const chooser = playerAt(session, "o", "The other person");
  if (session.pieStage === "placing") {
    if (placer === "You")
      return "Place three stones: X, O and X. Then your opponent chooses a side, so place them for both.";
    const then = chooser === "You" ? "you choose" : "the other person chooses";
    return `${placer} places three stones, X, O and X. Then ${then} a side, and O moves.`;
  }
  if (session.pieStage === null) return chosenText(session);
  if (chooser === "You") return "";
  return `Three stones are placed. ${chooser} chooses a side now, and O moves next${placer === "You" ? ": you, if X is taken" : ""}.`;
}

/** Return what an offer asks for, behind "asks"; a takeback on the own turn takes the opponent's last move as well. */
export function offerText({ game, ownSides }: LiveSession, { what, by }: OpenOffer): string {
  if (what === "draw") return "for a draw";
  if (what === "rematch") return `for a rematch${rematchTerms(game)}`;
  if (game.to_move !== by) return "to take back the last move";
  const [own] = ownSides.length === 1 ? ownSides : [];
  const both = own === undefined ? "one of each side" : "yours and your opponent's";
  return `to take back the last two moves, ${both}`;
}

/** Return how the sides of a rematch differ from those of the game. */
export function rematchTerms({ taken }: Pick<Snapshot, "taken">): string {
  return taken === null ? " with sides swapped" : ", in which the player who chose a side places the stones";
}

/** Return the player of each side. */
export function seatLabels(session: LiveSession): readonly SeatLabel[] {
  const { seats } = session.game;
  return SIDES.map((side) => {
    const seat = seats[side];
    if (seat.kind === "player") {
      const name = playerText(seat.player ?? "");
      return session.thinking?.side === side && session.result === null
        ? { side, name, state: "is thinking" }
        : { side, name };
    }
    if (seat.kind === "open") {
      return session.openSides.length > 0
        ? { side, name: "No player yet", state: "open" }
        : { side, name: "No player" };
    }
    if (session.ownSides.includes(side)) return { side, name: seat.name === null ? "You" : `${seat.name} (you)` };
    const name = seat.name ?? (session.ownSides.length > 0 ? "Your opponent" : "A person");
    // Until the server has answered, the seat may be this browser's own.
    const isHere = seat.connected || session.connection !== "connected";
    return isHere ? { side, name } : { side, name, state: "not here" };
  });
}

/** Return the opponent of a player at this screen; of a game between two computers, both. */
export function opponentText(session: LiveSession): string {
  const others = seatLabels(session).filter(({ side }) => !session.ownSides.includes(side));
  return others.map(({ name }) => name).join(" against ");
}

/** Return whose turn it is, or how the game ended; `symbols` are the marks of a museum program, null for X and O. */
export function turnText(session: LiveSession, symbols: Symbols | null = null): string {
  const turn = session.position.toMove;
  if (!session.isOfGame) return "A move that was taken back";
  if (!session.isAtHead) return `Move ${String(nodeAt(session.tree).ply)} of ${String(session.ply)}`;
  if (session.end !== null) return endHeadline(session, session.end, recordTags(session), symbols);
  if (session.isPending && session.connection !== "connected") return "Not sent yet: no connection";
  if (session.pieStage !== null) return pieText(session, session.pieStage);
  if (session.ownSides.includes(turn)) {
    const arrival = session.arrived === null ? "" : `${playerAt(session, session.arrived)} is here. `;
    return `${arrival}Your turn: you are ${sideName(turn, symbols)}`;
  }
  const [open, ...more] = session.openSides;
  if (open !== undefined) {
    if (more.length > 0) return "Waiting for two players";
    const mark = sideName(open, symbols);
    return session.ownSides.length > 0 ? `Waiting for player ${mark}` : `You can play ${mark}`;
  }
  const { seats, offers } = session.game;
  const seat = seats[turn];
  // A computer that has offered a draw waits for the answer; between two computers, there is a pause after each move.
  const waits = session.isHost || offers.some(({ by }) => by === turn);
  const name = seat.player === null ? seat.name : playerText(seat.player);
  if (seat.kind === "player" && !waits) return `${name ?? ""} is thinking`;
  if (name === null && session.ownSides.length > 0) return "Your opponent's turn";
  const mark = sideName(turn, symbols);
  return `${name === null ? mark : `${name} (${mark})`} to move`;
}

/** Return what the pie rule asks for, and of whom. */
function pieText(session: LiveSession, stage: "placing" | "choosing"): string {
  const { ownSides, ply } = session;
  if (stage === "choosing") {
    if (session.game.seats.o.kind === "open") return "Waiting for the player who chooses a side";
    return ownSides.includes("o") ? "Choose a side" : `${playerAt(session, "o")} chooses a side`;
  }
  const stone = `stone ${String(ply + 1)} of ${String(PIE_STONES)}, an ${ply === 1 ? "O" : "X"}`;
  return ownSides.includes("x") ? `Place ${stone}` : `${playerAt(session, "x")} places ${stone}`;
}

/** Return whether a host is this computer, so that no other can open its addresses. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d+){3}$/.test(host);
}

/** Return the address of what is shown: the game, at its ply if that is earlier, or a local game with the shown branch. */
export function shareAddress(session: LiveSession): string {
  const { geometry, start, tree, game } = session;
  if (session.isAtHead) return writeAddress({ page: "game", id: game.id, ply: null });
  const moves = cellNames(geometry, movesTo(tree));
  const ply = moves.length;
  const isOfGame = moves.every((cell, index) => game.moves[index] === cell);
  if (isOfGame) return writeAddress({ page: "game", id: game.id, ply });
  return writeAddress({ page: "play", board: geometry.name, start: writeStart(start), moves, ply });
}

export function recordTags({ game, clock, isAtHead }: LiveSession): Readonly<Record<string, string>> {
  const { x, o } = game.seats;
  const players = { First: x.player ?? x.name ?? "human", Second: o.player ?? o.name ?? "human" };
  const pie = game.taken === null ? {} : { Pie: `second took ${game.taken}` };
  // The times are those of the moves up to the present ply.
  const times = clock === null || !isAtHead ? {} : { Clock: clock.setting, Seconds: clock.seconds };
  return { ...players, Seed: String(game.seed), ...pie, ...times };
}

/**
 * Return the marks of a museum player for its own stones and the opponent's; null if no player has marks of its own. Two
 * players with marks of their own each have theirs, if these differ.
 *
 * @param players - the player of each side, null for a person.
 */
export async function playerSymbols(players: Readonly<Record<Side, string | null>>): Promise<Symbols | null> {
  if (players.x === null && players.o === null) return null;
  const known = await allPlayers();
  const [x, o] = SIDES.map((side) => {
    const { kind } = readPlayerName(players[side] ?? "");
    return known.find(({ name }) => name === kind)?.marks ?? null;
  });
  if (x != null) return { x: x[0], o: o == null || o[0] === x[0] ? x[1] : o[0] };
  return o == null ? null : { x: o[1], o: o[0] };
}
