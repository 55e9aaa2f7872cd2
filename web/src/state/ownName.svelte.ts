/**
 * The name under which this browser plays, as reactive state; none for a person who has chosen none.
 *
 * Its secret stays in the browser's storage, and is sent only to the server that created it, never in an address.
 */

import { ApiError } from "../api/client";
import { readJson, storage, writeJson } from "./storage";

export interface OwnedName {
  readonly name: string;
  readonly secret: string;
}

const KEY = "hyperoxo.name";

class OwnName {
  owned: OwnedName | null = $state.raw(stored());

  /** What was done to the name elsewhere, until the person has read it: `to` is its new text, null if it is lost. */
  news: { readonly from: string; readonly to: string | null } | null = $state.raw(null);

  /** The secret as requests take it; null for no name. */
  get secret(): string | null {
    return this.owned?.secret ?? null;
  }

  keep(owned: OwnedName | null): void {
    this.owned = owned;
    this.news = null;
    writeJson(storage, KEY, owned);
  }

  /** Store what was done to the name elsewhere: it has another text, or is lost. */
  follow(owned: OwnedName | null): void {
    const from = this.owned?.name;
    this.keep(owned);
    if (from !== undefined) this.news = { from, to: owned?.name ?? null };
  }

  /** Follow other tabs of this browser until the returned function is called. */
  listen(): () => void {
    const changed = ({ key }: StorageEvent): void => {
      if (key === KEY || key === null) this.owned = stored();
    };
    addEventListener("storage", changed);
    return () => removeEventListener("storage", changed);
  }

  /** Make a request under the name. The name is forgotten if the server refuses its secret, and then the error thrown. */
  async asking<Answer>(request: (secret: string | null) => Promise<Answer>): Promise<Answer> {
    const { secret } = this;
    try {
      return await request(secret);
    } catch (error) {
      const isLost = error instanceof ApiError && error.status === 403 && error.subject === "name";
      if (isLost && secret === this.secret) this.follow(null);
      throw error;
    }
  }
}

export const ownName = new OwnName();

function stored(): OwnedName | null {
  const value = readJson(storage, KEY);
  if (typeof value !== "object" || value === null) return null;
  const { name, secret } = value as Partial<Record<keyof OwnedName, unknown>>;
  return typeof name === "string" && typeof secret === "string" ? { name, secret } : null;
}
