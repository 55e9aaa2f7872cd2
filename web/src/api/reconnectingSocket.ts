/**
 * A WebSocket for JSON messages that reconnects after growing delays until it is closed.
 *
 * The listener's `opened` runs on every new connection, and sends again what the server must know. A network can fail
 * without a word: with a ping to send, a connection on which nothing arrives is given up after 6 to 9 seconds.
 */

import { ROOT } from "../root";
import { after, every, TIMES } from "../timers";
import { memberProtocols } from "./client";

export interface Connection {
  send(text: string): void;
  close(): void;
}

export interface ConnectionEvents {
  opened(): void;
  received(text: string): void;
  /** It has ended, or could not be made; `code` is the close code of the WebSocket protocol. */
  closed(code: number): void;
}

/** The source of connections, timers and random numbers; tests have their own. */
export interface SocketEnvironment {
  connect(address: string, events: ConnectionEvents): Connection;
  /** Run something after some milliseconds, and return a function that cancels it. */
  schedule(milliseconds: number, run: () => void): () => void;
  /** Run something at intervals, and return a function that ends it. */
  every(milliseconds: number, run: () => void): () => void;
  /** Run something whenever the browser notices that its network is there again, and return a function that ends it. */
  onOnline(run: () => void): () => void;
  /** A number from 0 up to 1, so that many pages do not come back in the same moment. */
  random(): number;
}

/** The state of the connection: opening, open, lost and being retried, or closed for good. */
export type ConnectionState = "connecting" | "connected" | "lost" | "closed";

interface SocketListener<Incoming> {
  /** A connection has opened: send again what the server has to know. */
  opened(): void;
  received(message: Incoming): void;
  /** The state has changed; `retry` tries again at once while the connection is lost. */
  stateChanged(state: ConnectionState): void;
}

/** Return the milliseconds before the next attempt, after some failures in a row. */
export function retryDelay(failures: number, environment: SocketEnvironment): number {
  const limit = Math.min(TIMES.retryFirst * 2 ** failures, TIMES.retryLast);
  return limit * (0.5 + environment.random() / 2);
}

/** How many looks in a row may find nothing: on a connection that is open, and on one that is being made. */
const MAX_SILENT = { open: 3, opening: 5 } as const;

/** The close code of a server that refuses this client (policy violation): reconnecting would not help. */
const REFUSED = 1008;
/** The close code of a connection that ended without one. */
const SILENT = 1006;

export const BROWSER_ENVIRONMENT: SocketEnvironment = {
  connect: (address, events) => {
    const socket = new WebSocket(address, [...memberProtocols()]);
    socket.onopen = () => events.opened();
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === "string") events.received(data);
    };
    socket.onclose = ({ code }) => events.closed(code);
    return {
      // What is sent while the connection closes is lost as it would be on the way; the browser reports it as an error.
      send: (text) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      close: () => socket.close(),
    };
  },
  schedule: after,
  every,
  onOnline: (run) => {
    addEventListener("online", run);
    return () => removeEventListener("online", run);
  },
  random: Math.random,
};

/** Return the address of a socket of the server that the page comes from. */
export function socketAddress(path: string, origin: string = location.origin): string {
  return `${origin.replace(/^http/, "ws")}${ROOT}/api${path}`;
}

/** A connection that is made again whenever it is lost. */
export class ReconnectingSocket<Incoming, Outgoing> {
  readonly #address: string;
  readonly #listener: SocketListener<Incoming>;
  readonly #environment: SocketEnvironment;
  #connection: Connection | null = null;
  #state: ConnectionState = "connecting";
  #failures = 0;
  #cancelRetry: (() => void) | null = null;
  /** How many looks in a row have found that nothing had arrived. */
  #silent = 0;
  readonly #ends: (() => void)[] = [];

  /** Without a `ping`, a message that the server always answers, silence is taken for peace. */
  constructor(
    address: string,
    listener: SocketListener<Incoming>,
    environment: SocketEnvironment = BROWSER_ENVIRONMENT,
    ping: Outgoing | null = null,
  ) {
    this.#address = address;
    this.#listener = listener;
    this.#environment = environment;
    this.#connect();
    this.#ends.push(environment.onOnline(() => this.retry()));
    if (ping !== null) this.#ends.push(environment.every(TIMES.beat, () => this.#look(ping)));
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Send a message, or drop it without a connection; return whether there was one. */
  send(message: Outgoing): boolean {
    if (this.#state !== "connected") return false;
    this.#connection?.send(JSON.stringify(message));
    return true;
  }

  /** Reconnect at once: the browser is online again, or a person asks for it. */
  retry(): void {
    // An attempt that has just begun is not replaced.
    if (this.#state !== "lost" || (this.#connection !== null && this.#silent === 0)) return;
    this.#drop();
    this.#connect();
  }

  /** Give the connection up and make another at once, because what `opened` sends has changed. */
  renew(): void {
    this.#drop();
    this.#become("connecting");
    this.#connect();
  }

  close(): void {
    for (const end of this.#ends.splice(0)) end();
    this.#become("closed");
    this.#drop();
  }

  /** Give up the connection, or the next attempt at one. */
  #drop(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    this.#connection?.close();
    this.#connection = null;
  }

  /** Ask whether the connection still carries messages, and give it up if it does not. */
  #look(ping: Outgoing): void {
    if (this.#connection === null) return;
    this.#silent += 1;
    if (this.#silent >= MAX_SILENT.open) {
      const isOpen = this.#state === "connected";
      this.#become("lost");
      if (!isOpen && this.#silent < MAX_SILENT.opening) return;
      this.#drop();
      this.#lost(SILENT);
    } else {
      this.send(ping);
    }
  }

  #connect(): void {
    this.#cancelRetry = null;
    this.#silent = 0;
    // Events of an abandoned connection are ignored.
    const current = (run: () => void): void => {
      if (connection === this.#connection) run();
    };
    const connection = this.#environment.connect(this.#address, {
      opened: () => {
        current(() => {
          this.#silent = 0;
          this.#become("connected");
          this.#listener.opened();
        });
      },
      received: (text) => {
        current(() => {
          // A server works again once it sends a message; one that accepts and then closes does not.
          this.#failures = 0;
          this.#silent = 0;
          this.#listener.received(JSON.parse(text) as Incoming);
        });
      },
      closed: (code) => {
        current(() => {
          this.#connection = null;
          this.#lost(code);
        });
      },
    });
    this.#connection = connection;
  }

  #lost(code: number): void {
    if (code === REFUSED) {
      this.#become("closed");
      return;
    }
    const delay = retryDelay(this.#failures, this.#environment);
    this.#failures += 1;
    this.#become("lost");
    this.#cancelRetry = this.#environment.schedule(delay, () => this.#connect());
  }

  #become(state: ConnectionState): void {
    if (state !== this.#state) {
      this.#state = state;
      this.#listener.stateChanged(state);
    }
  }
}
