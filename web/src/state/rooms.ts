/** The secrets of the rooms that this browser has made or joined, by room. They stay in the browser's storage. */

import { ownName, type OwnedName } from "./ownName.svelte";
import { readJson, writeJson, type KeyValueStore } from "./storage";

export interface KnownRoom {
  readonly id: string;
  readonly title: string;
  /** The secret of the owner; null if the room is another one's. */
  readonly owner: string | null;
  /** The name in the room, with its secret; null for no member. */
  readonly member: OwnedName | null;
}

const KEY = "hyperoxo.rooms";
/** The number of rooms that are stored; the oldest are dropped. */
const MAX_ROOMS = 50;

/** Return all rooms of this browser, the newest last. */
export function knownRooms(storage: KeyValueStore): readonly KnownRoom[] {
  const value = readJson(storage, KEY);
  return Array.isArray(value) ? value.filter((entry: unknown) => isRoom(entry)) : [];
}

/** Return what this browser has in a room. */
export function knownRoom(storage: KeyValueStore, id: string): KnownRoom | null {
  return knownRooms(storage).find((room) => room.id === id) ?? null;
}

/** Return the secret of the name that this browser has in a room, or of its public name; none without a name. */
export function namesOf(storage: KeyValueStore, room: string | null): readonly string[] {
  const name = room === null ? ownName.owned : knownRoom(storage, room)?.member;
  return name == null ? [] : [name.secret];
}

/** Store what this browser has in a room, or forget the room if it has nothing there. */
export function storeRoom(storage: KeyValueStore, room: KnownRoom): void {
  const others = knownRooms(storage).filter(({ id }) => id !== room.id);
  const kept = room.owner === null && room.member === null ? others : [...others, room];
  writeJson(storage, KEY, kept.slice(-MAX_ROOMS));
}

function isRoom(entry: unknown): entry is KnownRoom {
  if (typeof entry !== "object" || entry === null) return false;
  const { id, title, owner, member } = entry as Partial<Record<keyof KnownRoom, unknown>>;
  const isMember = member === null || (typeof member === "object" && "name" in member && "secret" in member);
  return (
    typeof id === "string" && typeof title === "string" && (owner === null || typeof owner === "string") && isMember
  );
}
