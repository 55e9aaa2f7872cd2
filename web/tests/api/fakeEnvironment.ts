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

/** Return environment in which nothing happens unless the test makes it happen. */
export function fakeEnvironment(
  random = 1,
): SocketEnvironment & { connections: FakeConnection[]; pauses: number[]; elapse(): void } {
  const connections: FakeConnection[] = [];
  const pauses: number[] = [];
  let waiting: (() => void) | null = null;
  return {
    connections,
    pauses,
    elapse() {
      const run = waiting;
      waiting = null;
      run?.();
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
