/**
 * The socket of a live game: it joins with the seats that this browser holds, sends actions and receives events.
 *
 * The server numbers the events of a game from 1. When the connection is back, the page joins again with the number of
 * its last event and receives those that it missed. Then it sends the actions that none of them answers. Actions that
 * the server could not save are repeated after growing delays. Repeating an action does no harm: an action names its ply,
 * and the server refuses one for an earlier ply.
 */

import type { Side } from "../state/geometry";
import { MESSAGES, refusalText } from "./client";
import * as sockets from "./reconnectingSocket";
import type * as api from "./types";

interface LiveListener {
  snapshot(snapshot: api.Snapshot): void;
  /** The seats that the server grants to this browser, and whether it is the host of two computers. */
  joined(sides: readonly Side[], host: boolean): void;
  /** Return whether this browser holds a side now, after the events that it has received. */
  holds(side: Side): boolean;
  event(event: api.GameEvent): void;
  thinking(side: Side, progress: api.ThinkingProgress): void;
  presence(presence: api.Presence): void;
  clocks(clock: api.ClockState): void;
  /** Whether the server has a computer's move that it cannot save yet. */
  savingDelayed(isDelayed: boolean): void;
  /** Whether the server could not save something that was done here, which is sent again. */
  unsavedChanged(isUnsaved: boolean): void;
  refused(reason: string): void;
  connectionChanged(state: sockets.ConnectionState): void;
}

interface Act {
  readonly id: string;
  readonly side: Side | null;
  readonly action: api.GameAction;
  isSent: boolean;
  /** Whether it was sent on a connection that was lost before an answer came. */
  again: boolean;
  /** Whether the server could not save it, so that it has to be sent again. */
  isUnsaved: boolean;
}

export class LiveSocket {
  readonly #socket: sockets.ReconnectingSocket<api.LiveToPage, api.LiveFromPage>;
  readonly #listener: LiveListener;
  readonly #secrets: () => readonly string[];
  #after: number | null = null;
  /** Acts without an answer yet, oldest first. */
  #waiting: Act[] = [];
  #acts = 0;
  /** Whether acts can be sent: the game is joined, and the events that were missed before have come. */
  #canAct = false;
  /** How often in a row the server could not save something. */
  #failures = 0;
  #cancelResending: (() => void) | null = null;
  readonly #environment: sockets.SocketEnvironment;

  constructor(
    game: string,
    secrets: () => readonly string[],
    listener: LiveListener,
    environment = sockets.BROWSER_ENVIRONMENT,
    address = sockets.socketAddress(`/games/${game}/live`),
  ) {
    this.#listener = listener;
    this.#secrets = secrets;
    this.#environment = environment;
    this.#socket = new sockets.ReconnectingSocket<api.LiveToPage, api.LiveFromPage>(
      address,
      {
        opened: () => this.#opened(),
        received: (message) => this.#receive(message),
        stateChanged: (state) => {
          this.#canAct &&= state === "connected";
          if (!this.#canAct) this.#stopResending();
          // A connection counts once the server has answered: one that only opens may lead nowhere.
          if (state !== "connected") listener.connectionChanged(state);
        },
      },
      environment,
      { type: "ping" },
    );
  }

  /** Act for a side, or as the host (null); sent at once, or as soon as the connection is there again. */
  act(side: Side | null, action: api.GameAction): void {
    this.#acts += 1;
    const act = { id: String(this.#acts), side, action, isSent: false, again: false, isUnsaved: false };
    this.#waiting.push(act);
    if (this.#canAct) this.#send(act);
  }

  /** Join again, because a seat has been claimed. */
  rejoin(): void {
    this.#socket.renew();
  }

  /** Try at once to connect, if the connection is lost, or to send what could not be saved. */
  retry(): void {
    this.#socket.retry();
    if (this.#canAct) this.#resend();
  }

  close(): void {
    this.#stopResending();
    this.#socket.close();
  }

  #opened(): void {
    this.#socket.send({ type: "join", version: MESSAGES, secrets: this.#secrets(), after: this.#after });
  }

  #send(act: Act): void {
    act.isSent = this.#socket.send({ type: "act", id: act.id, side: act.side, action: act.action });
  }

  #receive(message: api.LiveToPage): void {
    switch (message.type) {
      case "joined":
        this.#welcome(message);
        break;
      case "event":
        // After joining again an event can arrive twice: among the missed ones and as a broadcast.
        if (this.#after === null || message.event.number > this.#after) {
          this.#after = message.event.number;
          this.#answered(message.event);
          this.#listener.event(message.event);
        }
        break;
      case "thinking":
        this.#listener.thinking(message.side, message.progress);
        break;
      case "presence":
        this.#listener.presence(message);
        break;
      case "clocks":
        // First the receipt of the side whose clock runs: its time is not charged.
        if (message.clock.running !== null && this.#listener.holds(message.clock.running)) {
          this.#socket.send({ type: "seen", turn: message.turn });
        }
        this.#listener.clocks(message.clock);
        break;
      case "saving":
        this.#listener.savingDelayed(message.is_delayed);
        break;
      case "refused":
        this.#refuse(message.action, message.error);
        break;
      case "pong":
        if (!this.#canAct) this.#sendWaiting();
        break;
    }
  }

  #welcome({ sides, host, snapshot }: Extract<api.LiveToPage, { type: "joined" }>): void {
    this.#listener.connectionChanged("connected");
    this.#listener.joined(sides, host);
    // If a save is still delayed, the server's next message reports it.
    this.#listener.savingDelayed(false);
    if (snapshot === null) {
      // The answer comes after the missed events, which may answer acts that wait.
      this.#socket.send({ type: "ping" });
    } else {
      this.#after = snapshot.number;
      this.#listener.snapshot(snapshot);
      this.#sendWaiting();
    }
  }

  #sendWaiting(): void {
    this.#canAct = true;
    for (const act of this.#waiting) {
      // The server answered that it could not save an unsaved action, so that one was certainly not done.
      act.again = act.isSent && !act.isUnsaved;
      this.#send(act);
    }
  }

  /** Forget the oldest act of the side that an event is by: acts are done in the order in which they come. */
  #answered(event: api.GameEvent): void {
    const done = this.#waiting.findIndex((act) => act.side === event.by);
    if (done !== -1) {
      this.#waiting.splice(done, 1);
      this.#answeredUnsaved();
    }
  }

  #refuse(id: string | null, error: api.ErrorBody): void {
    const act = this.#waiting.find((waiting) => waiting.id === id);
    if (act !== undefined && error.code === "not_saved") {
      this.#sendLater(act);
      return;
    }
    this.#waiting = this.#waiting.filter((waiting) => waiting !== act);
    // An action that was sent on two connections may have been done on the first, so its refusal is not reported.
    if (act?.again !== true) this.#listener.refused(refusalText(error));
    this.#answeredUnsaved();
  }

  #sendLater(act: Act): void {
    act.isUnsaved = true;
    this.#listener.unsavedChanged(true);
    if (this.#cancelResending === null) {
      const delay = sockets.retryDelay(this.#failures, this.#environment);
      this.#failures += 1;
      this.#cancelResending = this.#environment.schedule(delay, () => this.#resend());
    }
  }

  /** Send again what could not be saved, in the order in which it was done. */
  #resend(): void {
    this.#stopResending();
    for (const act of this.#waiting.filter(({ isUnsaved }) => isUnsaved)) this.#send(act);
  }

  #stopResending(): void {
    this.#cancelResending?.();
    this.#cancelResending = null;
  }

  /** After an answer: if nothing waits any more that could not be saved, saving works again. */
  #answeredUnsaved(): void {
    if (this.#failures === 0 || this.#waiting.some(({ isUnsaved }) => isUnsaved)) return;
    this.#stopResending();
    this.#failures = 0;
    this.#listener.unsavedChanged(false);
  }
}
