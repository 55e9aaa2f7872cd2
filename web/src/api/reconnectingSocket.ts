/**
 * A WebSocket for JSON messages that reconnects after growing delays until it is closed.
 *
 * The listener's `opened` runs on every new connection, and sends again what the server must know.
 */

/** A connection that is opening or open. */
export interface Connection {
  send(text: string): void;
  close(): void;
}

/** The callbacks of a connection. */
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
  /** A number from 0 up to 1, so that many pages do not come back in the same moment. */
  random(): number;
}

/** The state of the connection: opening, open, lost and being retried, or closed for good. */
export type ConnectionState = "connecting" | "connected" | "lost" | "closed";

/** The callbacks of a socket. */
interface SocketListener<Incoming> {
  /** A connection has opened: send again what the server has to know. */
  opened(): void;
  received(message: Incoming): void;
  /** The state has changed; `retry` tries again at once while the connection is lost. */
  stateChanged(state: ConnectionState): void;
}

/** The first delay in milliseconds; each further one is twice as long, up to the last. */
const RETRY_DELAY = { first: 500, last: 15_000 } as const;

/**
 * Return the delay in milliseconds before the next attempt.
 *
 * @param failures - how many attempts have failed in a row before the last.
 */
export function retryDelay(failures: number, environment: SocketEnvironment): number {
  const limit = Math.min(RETRY_DELAY.first * 2 ** failures, RETRY_DELAY.last);
  return limit * (0.5 + environment.random() / 2);
}

/** The close code of a server that refuses this client (policy violation): reconnecting would not help. */
const REFUSED = 1008;

/** Connections, timers and chance as the browser has them. */
export const BROWSER_ENVIRONMENT: SocketEnvironment = {
  connect: (address, events) => {
    const socket = new WebSocket(address);
    socket.onopen = () => {
      events.opened();
    };
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === "string") events.received(data);
    };
    socket.onclose = ({ code }) => {
      events.closed(code);
    };
    return socket;
  },
  schedule: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  },
  random: Math.random,
};

/** Return the address of a socket of the server that the page comes from. */
export function socketAddress(path: string, origin: string = location.origin): string {
  return `${origin.replace(/^http/, "ws")}/api${path}`;
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

  constructor(
    address: string,
    listener: SocketListener<Incoming>,
    environment: SocketEnvironment = BROWSER_ENVIRONMENT,
  ) {
    this.#address = address;
    this.#listener = listener;
    this.#environment = environment;
    this.#connect();
  }

  /** The state of the connection. */
  get state(): ConnectionState {
    return this.#state;
  }

  /**
   * Send a message.
   *
   * @returns whether there was a connection to send it on; without one, the message is dropped.
   */
  send(message: Outgoing): boolean {
    if (this.#state !== "connected") {
      return false;
    }
    this.#connection?.send(JSON.stringify(message));
    return true;
  }

  /** Reconnect at once: the browser is online again, or a person asks for it. */
  retry(): void {
    if (this.#state === "lost" && this.#connection === null) {
      this.#cancelRetry?.();
      this.#connect();
    }
  }

  /** Give the connection up and make another at once, because what `opened` sends has changed. */
  renew(): void {
    this.#cancelRetry?.();
    this.#connection?.close();
    this.#connection = null;
    this.#become("connecting");
    this.#connect();
  }

  /** Close the connection for good. */
  close(): void {
    this.#cancelRetry?.();
    this.#become("closed");
    this.#connection?.close();
    this.#connection = null;
  }

  #connect(): void {
    this.#cancelRetry = null;
    // Events of an abandoned connection are ignored.
    const current = (run: () => void): void => {
      if (connection === this.#connection) run();
    };
    const connection = this.#environment.connect(this.#address, {
      opened: () => {
        current(() => {
          this.#become("connected");
          this.#listener.opened();
        });
      },
      received: (text) => {
        current(() => {
          // A server works again once it sends a message; one that accepts and then closes does not.
          this.#failures = 0;
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
    this.#cancelRetry = this.#environment.schedule(delay, () => {
      this.#connect();
    });
  }

  #become(state: ConnectionState): void {
    if (state !== this.#state) {
      this.#state = state;
      this.#listener.stateChanged(state);
    }
  }
}
