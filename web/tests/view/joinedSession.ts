/** A live game that was joined, at a server that the test plays. */

import { flushSync } from "svelte";

import type { GameEvent, Snapshot } from "../../src/api/types";
import type { Side } from "../../src/state/geometry";
import { LiveSession } from "../../src/state/liveSession.svelte";
import { fakeEnvironment } from "../api/fakeEnvironment";
import { board } from "../boards";
import { SNAPSHOT } from "../snapshot";

/** Return a game that a person has joined; `tell` sends an event from the server. */
export function joined(some: Partial<Snapshot> = {}, sides: readonly Side[] = ["x"]) {
  const scene = fakeEnvironment();
  const snapshot = { ...SNAPSHOT, ...some };
  const session = new LiveSession(board("3x3"), snapshot, () => ["secret"], scene);
  const [connection] = scene.connections;
  if (connection === undefined) throw new Error("nothing was connected");
  connection.events.opened();
  connection.say({ type: "joined", sides, host: false, snapshot });
  let { number } = snapshot;
  const tell = (kind: GameEvent["kind"], rest: Record<string, unknown>): void => {
    number += 1;
    connection.say({ type: "event", event: { number, by: "o", note: null, ...rest, kind } });
    flushSync();
  };
  return { session, connection, tell };
}
