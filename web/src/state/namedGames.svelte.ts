/** The games on the server of this browser and of its name, as reactive state. */

import { listGames, listStanding } from "../api/endpoints";
import type { GameEntry } from "../api/types";
import { ownName } from "./ownName.svelte";
import { recentGames, type RecentGame } from "./recentGames";
import { knownRooms } from "./rooms";
import { seatSecrets } from "./seatSecrets";
import { storage } from "./storage";

/** The most secrets that the server takes in one question. */
const MAX_SECRETS = 60;
/** The rooms, those that this browser has made or joined last, whose running games are asked for. */
const MAX_ROOMS = 5;
const ADDRESS = /^\/g\/([A-Za-z0-9_-]{22})$/;

/** Return whether a game waits for a move of this person against another. A computer always waits, so it does not count. */
export function isDue({ to_move: turn, sides, seats }: GameEntry): boolean {
  return turn !== null && sides.length === 1 && sides[0] === turn && seats[turn === "x" ? "o" : "x"].kind === "person";
}

/** Compare games: those that wait for a move come first, the soonest deadline before the others. */
export function byUrgency(one: GameEntry, other: GameEntry): number {
  const left = (game: GameEntry): number => (isDue(game) ? (game.left ?? Number.MAX_SAFE_INTEGER) : Infinity);
  return left(one) === left(other) ? 0 : left(one) - left(other);
}

/** Return the id of a stored game; null for a game at one screen. */
export function idOf({ address }: RecentGame): string | null {
  return ADDRESS.exec(address)?.[1] ?? null;
}

class NamedGames {
  /** Those of the name, running ones first, then those of the browser that were not over when last open, and of its rooms. */
  all: readonly GameEntry[] = $state.raw([]);

  /** The games of the browser, by id, that the server no longer has. */
  gone: ReadonlySet<string> = $state.raw(new Set());

  /** The games that wait for a move. */
  readonly due: readonly GameEntry[] = $derived(this.all.filter(isDue).sort(byUrgency));

  /** Called with a game that begins to wait for a move while the page is open. */
  onDue: (game: GameEntry) => void = () => undefined;

  /** Whether the server has answered: games that waited before are no news. */
  isKnown = $state(false);

  #asked = Promise.resolve();
  #waiting: Promise<void> | null = null;

  /** Ask the server, after its last answer: it refuses more than a few questions of one browser at a time. */
  refresh(): Promise<void> {
    this.#waiting ??= this.#asked.then(() => {
      this.#waiting = null;
      this.#asked = this.#ask();
      return this.#asked;
    });
    return this.#waiting;
  }

  /** Ask for nothing if there is neither a name, nor a running game, nor a member of a room. */
  async #ask(): Promise<void> {
    const { secret } = ownName;
    try {
      const asked = recentGames(storage).flatMap((game) => (game.result === "" ? (idOf(game) ?? []) : []));
      const joined = members().slice(0, MAX_ROOMS);
      const [named, held] = await Promise.all([
        secret === null ? null : ownName.asking(() => listGames(secret)),
        asked.length + joined.length === 0 ? [] : listStanding(asked, secretsFor(asked), joined),
      ]);
      // A question that waits was asked after something has changed.
      if (secret !== ownName.secret || this.#waiting !== null) return;
      const known = this.isKnown ? new Set(this.due.map(({ id }) => id)) : null;
      const ofName = new Set(named?.games.map(({ id }) => id));
      this.all = [...(named?.games ?? []), ...held.filter(({ id }) => !ofName.has(id))];
      this.gone = new Set(asked.filter((id) => !held.some((game) => game.id === id)));
      this.isKnown = true;
      for (const game of this.due) if (known?.has(game.id) === false) this.onDue(game);
      // The owner of the server may have changed it.
      if (secret !== null && named !== null && named.name !== ownName.owned?.name) {
        ownName.follow({ name: named.name, secret });
      }
    } catch {
      // The list stays as it was; the next request may succeed.
      if (ownName.secret !== secret) this.all = [];
    }
  }

  /** Take over how a game that is open stands, before the server is asked; no side has to move once it is over. */
  follow(id: string, now: Pick<GameEntry, "to_move" | "moves">): void {
    const listed = this.all.filter((game) => game.id !== id || now.to_move !== null);
    this.all = listed.map((game) => (game.id === id ? { ...game, ...now } : game));
  }

  /** Return the next game that waits for a move, after the one that is shown; null if no other does. */
  next(shown: string | null): GameEntry | null {
    const at = this.due.findIndex(({ id }) => id === shown);
    const other = this.due[(at + 1) % this.due.length];
    return other === undefined || other.id === shown ? null : other;
  }
}

export const namedGames = new NamedGames();

/** Return the secrets that may open seats of games: those of the seats, then those of the names in rooms, newest first. */
function secretsFor(games: readonly string[]): readonly string[] {
  const seats = games.flatMap((id) => seatSecrets(storage, id));
  return [...new Set([...seats, ...members()])].slice(0, MAX_SECRETS);
}

/** Return the secrets of the names in rooms, the newest room first. */
function members(): readonly string[] {
  return knownRooms(storage)
    .toReversed()
    .flatMap(({ member }) => (member === null ? [] : [member.secret]));
}
