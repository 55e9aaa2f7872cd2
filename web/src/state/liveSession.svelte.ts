/**
 * A live game, as reactive state.
 *
 * The server's game is authoritative. The session adds its moves to a tree and shows one node of the tree, so undone
 * moves can still be shown. A move made here is shown at once, and removed if the server refuses it.
 */

import { SvelteMap } from "svelte/reactivity";

import { fetchSnapshot } from "../api/endpoints";
import { LiveSocket } from "../api/liveSocket";
import type * as api from "../api/types";
import { BROWSER_ENVIRONMENT, type ConnectionState, type SocketEnvironment } from "../api/reconnectingSocket";
import { startClock, stoppedClock, type StartedClock } from "./clocks";
import type { GameEnding, GameSession } from "./gameSession";
import { SIDES, type Geometry, type Side } from "./geometry";
import { applyEvent, fromSnapshot, needsSnapshot, PIE_STONES, type LiveGame } from "./liveGame";
import { emptyTree, goTo, mergeMoves, movesTo, nodeAt, pathTo, play, type MoveTree } from "./moveTree";
import { readPosition, type Position } from "./position";
import { cellIndices, opponentOf, replay, type GamePosition, type GameResult } from "./rules";

/** The server takes no more secrets in one message. */
const MAX_SECRETS = 4;

/** Why buttons are off in a strict game. */
const STRICT = "Strict game: no takeback, hint, label or mark of a threat for anyone until it ends.";

const OFFERED: Readonly<Record<api.OfferName, string>> = {
  draw: "the draw",
  rematch: "the rematch",
  takeback: "to take back the move",
};

export class LiveSession implements GameSession {
  readonly geometry: Geometry;
  readonly start: Position;
  readonly isLive = true;
  readonly mode = null;
  readonly #secrets: () => readonly string[];
  readonly #rematched: (game: string) => void;
  readonly #socket: LiveSocket;
  game: LiveGame;
  tree: MoveTree = $state.raw(emptyTree());
  /** The node of the server's game at its present ply. */
  #head = $state(0);
  /** Whether the view follows new moves of the game. */
  #follows = $state(true);
  ownSides: readonly Side[] = $state.raw([]);
  /** Whether this browser is the host of a game between two computers. */
  isHost = $state(false);
  /** The side that an opponent has just taken, until something else happens; null for none. */
  arrived = $state<Side | null>(null);
  /** The state of the connection; once it is there, the seats that this browser holds are known. */
  connection: ConnectionState = $state("connecting");
  /** The computer that is thinking, and its last report. */
  thinking: { readonly side: Side; readonly progress: api.ThinkingProgress } | null = $state.raw(null);
  /** The number of people who watch without a seat. */
  watching = $state(0);
  /** Whether the server has not confirmed a move that was made here. */
  isPending = $state(false);
  /** Whether the server has a computer's move that it cannot save yet. */
  isSavingDelayed = $state(false);
  /** Whether the server could not save an action of this page, which the page sends again. */
  isUnsaved = $state(false);
  /** The clocks, null in a game without. */
  clock: StartedClock | null = $state.raw(null);
  /** The server's last refusal, in one sentence. */
  refusal = $state("");
  readonly #notes = new SvelteMap<number, api.MoveNote>();

  readonly position: GamePosition = $derived.by(() => replay(this.geometry, this.start, movesTo(this.tree)));

  /** The result of the game at its present ply, whatever is shown; null while it goes on. */
  readonly headResult: GameResult | null = $derived.by(() => {
    const { ply, moves, declared } = this.game;
    return this.#headPosition.result ?? (ply === moves.length ? declared : null);
  });

  /** `secrets` returns those of the seats that this browser holds. */
  constructor(
    geometry: Geometry,
    snapshot: api.Snapshot,
    secrets: () => readonly string[],
    environment: SocketEnvironment = BROWSER_ENVIRONMENT,
    /** Called when a rematch has been accepted while this browser holds a seat. */
    rematched: (game: string) => void = () => undefined,
  ) {
    this.geometry = geometry;
    this.#secrets = secrets;
    this.#rematched = rematched;
    this.start = readPosition(geometry.cells.length, snapshot.start);
    this.game = $state.raw(fromSnapshot(snapshot));
    this.#take(this.game);
    this.clock = snapshot.clock === null ? null : startClock(snapshot.clock);
    this.#socket = new LiveSocket(
      snapshot.id,
      secrets,
      {
        snapshot: (now) => this.#take(fromSnapshot(now)),
        joined: (sides, host) => {
          this.ownSides = sides;
          this.isHost = host;
        },
        holds: (side) => this.ownSides.includes(side),
        event: (event) => this.#happened(event),
        thinking: (side, progress) => (this.thinking = { side, progress }),
        presence: (presence) => this.#seen(presence),
        clocks: (clock) => (this.clock = startClock(clock)),
        savingDelayed: (isDelayed) => (this.isSavingDelayed = isDelayed),
        unsavedChanged: (isUnsaved) => (this.isUnsaved = isUnsaved),
        refused: (reason) => {
          this.refusal = `${reason}.`;
          this.#take(this.game);
        },
        connectionChanged: (state) => {
          this.connection = state;
          // The server gives the time back in which it was down, and sends the clocks when the connection is there again.
          if (state !== "connected" && this.clock !== null) this.clock = stoppedClock(this.clock);
        },
      },
      environment,
    );
  }

  /** The position after the last move of the game, whichever is shown. */
  readonly #headPosition: GamePosition = $derived.by(() =>
    replay(this.geometry, this.start, movesTo(this.tree, this.#head)),
  );

  get result(): GameResult | null {
    const isAtEnd = this.isAtHead && this.game.ply === this.game.moves.length;
    return this.position.result ?? (isAtEnd ? this.game.declared : null);
  }

  get end(): GameEnding | null {
    const result = this.headResult;
    return result === null ? null : { position: this.#headPosition, result };
  }

  get canReview(): boolean {
    return this.headResult !== null;
  }

  /** Whether people hold both sides, or one of them and the other is free. */
  get isBetweenPeople(): boolean {
    const { x, o } = this.game.seats;
    return x.kind !== "player" && o.kind !== "player";
  }

  /** The sides that a person can take: none once the game has ended. */
  get openSides(): readonly Side[] {
    return this.headResult === null ? SIDES.filter((side) => this.game.seats[side].kind === "open") : [];
  }

  /** Whether the opponent waits for an answer to an offer. */
  get isAsked(): boolean {
    return this.game.offers.some(({ by }) => this.#isOpponent(by));
  }

  get helpRefusal(): string {
    if (this.headResult !== null) return "";
    if (this.game.settings.strict) return STRICT;
    if (!this.isBetweenPeople) return "";
    if (!this.game.settings.hints) return "Hints, labels and threats are off in this game until it ends.";
    return this.ownSides.length === 0 ? "Spectators get hints, labels and threats when the game has ended." : "";
  }

  get computer(): string | null {
    const [own] = this.ownSides;
    return own === undefined ? null : this.game.seats[opponentOf(own)].player;
  }

  get inquiry(): api.Inquiry {
    return { game: this.game.id, secrets: this.#secrets().slice(0, MAX_SECRETS) };
  }

  /** Whether the view shows the present position of the game, not an earlier one or a branch. */
  get isAtHead(): boolean {
    return this.tree.here === this.#head;
  }

  /** Whether the view shows a position of the game, not one of moves that were taken back. */
  get isOfGame(): boolean {
    return pathTo(this.tree, this.#head).some(({ id }) => id === this.tree.here);
  }

  get ply(): number {
    return this.game.ply;
  }

  /** The side that another person plays over the network, null if there is none. */
  get opponent(): Side | null {
    const [mine] = this.ownSides;
    if (mine === undefined || this.ownSides.length > 1) return null;
    return this.game.seats[opponentOf(mine)].kind === "person" ? opponentOf(mine) : null;
  }

  /** Whether moves can be taken back without consent. */
  get isAlone(): boolean {
    return this.ownSides.length > 0 && this.opponent === null;
  }

  /** What the pie rule asks for now, null if nothing. */
  get pieStage(): LiveGame["pie"] {
    return this.headResult === null ? this.game.pie : null;
  }

  /** The side that acts next: under the pie rule X places stones of both sides, and then O chooses. */
  get dueSide(): Side {
    if (this.pieStage === null) return this.#headPosition.toMove;
    return this.pieStage === "placing" ? "x" : "o";
  }

  get canPlay(): boolean {
    const waits = this.isPending || this.pieStage === "choosing";
    return this.isAtHead && this.result === null && !waits && this.ownSides.includes(this.dueSide);
  }

  /** Whether the last stone is one of those that were placed under the pie rule. */
  get #hasPieAtHead(): boolean {
    return (this.game.pie !== null || this.game.taken !== null) && this.ply <= PIE_STONES;
  }

  /** Whether a side of this browser has made a move. */
  get hasMoved(): boolean {
    // The first own move is move 1 or 2.
    const own = this.ownSides.includes(this.start.toMove) ? 1 : 2;
    return this.ownSides.length > 0 && this.game.ply >= own;
  }

  get canUndo(): boolean {
    if (!this.isAtHead || this.game.settings.strict) return false;
    if (this.game.settings.public && this.headResult !== null) return false;
    if (this.pieStage === "placing") return !this.isPending && this.ply > 0 && this.ownSides.includes("x");
    if (this.#hasPieAtHead) return false;
    return this.hasMoved && !this.isPending && (this.isAlone || this.headResult === null);
  }

  get undoRefusal(): string {
    if (this.headResult !== null) return "";
    if (this.game.settings.strict) return STRICT;
    const isPie = this.#hasPieAtHead && this.pieStage !== "placing" && this.ownSides.length > 0;
    return isPie ? "The three stones of the pie rule stay where they are." : "";
  }

  get canRedo(): boolean {
    const { ply, moves, to_move: turn } = this.game;
    return this.ownSides.length > 0 && ply < moves.length && (this.isAlone || this.ownSides.includes(turn));
  }

  play(cell: number): void {
    const name = this.geometry.cells[cell];
    if (!this.canPlay || name === undefined) return;
    const ply = this.game.ply;
    this.refusal = "";
    this.act({ kind: "play", cell: name, ply });
    this.isPending = true;
    this.tree = play(this.tree, cell);
    this.#head = this.tree.here;
    this.#follows = true;
  }

  /** Take back the last own move and the computer's reply; against a person, offer a takeback. */
  undo(): void {
    if (this.isAlone || this.pieStage === "placing") this.act({ kind: "undo", ply: this.game.ply });
    else this.act({ kind: "offer", what: "takeback" });
    this.follow();
  }

  redo(): void {
    this.act({ kind: "redo", ply: this.game.ply });
    this.follow();
  }

  goTo(node: number): void {
    this.#follows = node === this.#head;
    this.tree = goTo(this.tree, node);
  }

  /** Show the present position, and follow new moves. */
  follow(): void {
    this.goTo(this.#head);
  }

  noteAt(node: number): api.MoveNote | null {
    return this.#notes.get(node) ?? null;
  }

  /** Perform an action in the game, for a side that this browser holds or as the host. */
  act(action: api.GameAction): void {
    this.refusal = "";
    const turn = this.dueSide;
    const side = this.ownSides.includes(turn) ? turn : (this.ownSides[0] ?? null);
    this.#socket.act(side, action);
  }

  offer(what: api.OfferName): void {
    this.act({ kind: "offer", what });
  }

  /** Try at once to reconnect, or to send an unsaved action again. */
  retry(): void {
    this.#socket.retry();
  }

  close(): void {
    this.#socket.close();
  }

  #happened(event: api.GameEvent): void {
    this.thinking = null;
    const game = applyEvent(this.game, event);
    this.#take(game);
    if (needsSnapshot(game)) {
      void fetchSnapshot(game.id).then((snapshot) => {
        if (snapshot.number >= this.game.number) this.#take(fromSnapshot(snapshot));
      });
    }
    if (event.kind === "answered" && !event.accept && event.by !== null && this.#isOpponent(event.by)) {
      const who = game.seats[event.by].kind === "player" ? "The computer" : "Your opponent";
      this.refusal = `${who} declined ${OFFERED[event.what]}.`;
    }
    this.arrived = event.kind === "claimed" && event.by !== null && this.#isOpponent(event.by) ? event.by : null;
    // The seat may be this browser's: claimed here, in another tab, or before a reload.
    if (event.kind === "claimed" && this.ownSides.length === 0 && this.#secrets().length > 0) this.#socket.rejoin();
    if (event.kind === "rematched" && this.ownSides.length > 0) this.#rematched(event.game);
    const isSwap = event.kind === "swapped" || (event.kind === "chosen" && event.side !== event.by);
    if (isSwap) this.ownSides = this.ownSides.map(opponentOf);
  }

  #isOpponent(side: Side): boolean {
    return this.ownSides.length > 0 && !this.ownSides.includes(side);
  }

  #take(game: LiveGame): void {
    const shown = this.tree.here;
    const grown = mergeMoves(this.tree, cellIndices(this.geometry, game.moves), game.ply);
    this.game = game;
    this.isPending = false;
    this.#head = grown.here;
    this.tree = this.#follows ? grown : { ...grown, here: shown };
    this.#remember(grown);
  }

  /** Store the notes of the game's moves by node; they remain there when a move is undone. */
  #remember(grown: MoveTree): void {
    for (let node = nodeAt(grown, this.#head); ; node = nodeAt(grown, node.parent)) {
      const note = this.game.notes[String(node.ply)];
      if (note !== undefined) this.#notes.set(node.id, note);
      if (node.parent === null) return;
    }
  }

  #seen({ watching, names, ...connected }: api.Presence): void {
    const { seats } = this.game;
    this.watching = watching;
    const seen = (side: Side): api.Snapshot["seats"]["x"] => {
      const seat = seats[side];
      const name = seat.kind === "person" ? (names[side] ?? null) : seat.name;
      return { ...seat, connected: connected[side], name };
    };
    this.game = { ...this.game, seats: { x: seen("x"), o: seen("o") } };
  }
}
