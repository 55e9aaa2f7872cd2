/** Connections and timers under the control of a test. */

import type { Connection, ConnectionEvents, SocketEnvironment } from "../../src/api/reconnectingSocket";

/** A connection of the code under test. */
interface FakeConnection extends Connection {
  readonly address: string;
  readonly events: ConnectionEvents;
  /** What was sent on it, read as JSON. */
  readonly sent: unknown[];
  isClosed: boolean;
  /** Receive a message from the server. */
  say(message: unknown): void;
}

interface FakeEnvironment extends SocketEnvironment {
  readonly connections: FakeConnection[];
  /** The delays that were asked for, in milliseconds. */
  readonly pauses: number[];
  /** Let the present delay pass. */
  elapse(): void;
  /** Let the interval pass once, and return its milliseconds. */
  beat(): number;
  /** Let the browser notice its network. */
  online(): void;
}

/** Return environment in which nothing happens unless the test makes it happen. */
export function fakeEnvironment(random = 1): FakeEnvironment {
  const connections: FakeConnection[] = [];
  const pauses: number[] = [];
  let waiting: (() => void) | null = null;
  let interval: { milliseconds: number; run: () => void } | null = null;
  let noticed: (() => void) | null = null;
  return {
    connections,
    pauses,
    elapse() {
      const run = waiting;
      waiting = null;
      run?.();
    },
    beat() {
      interval?.run();
      return interval?.milliseconds ?? 0;
    },
    online() {
      noticed?.();
    },
    every(milliseconds, run) {
      interval = { milliseconds, run };
      return () => {
        interval = null;
      };
    },
    onOnline(run) {
      noticed = run;
      return () => {
        noticed = null;
      };
    },
    connect(address, events) {
      const connection: FakeConnection = {
        address,
        events,
        sent: [],
        isClosed: false,
        send(text) {
          this.sent.push(JSON.parse(text));
        },
        close() {
          this.isClosed = true;
        },
        say(message) {
          events.received(JSON.stringify(message));
        },
      };
      connections.push(connection);
      return connection;
    },
    schedule(milliseconds, run) {
      pauses.push(milliseconds);
      waiting = run;
      return () => {
        waiting = null;
      };
    },
    random: () => random,
  };
}
