// A Vite plug-in that fails the build if the script needed before the first paint exceeds its limit.
//
// It counts each entry with its static imports, compressed by gzip. Dynamic imports do not count.

import { gzipSync } from "node:zlib";

import type { Plugin } from "vite";

/** The part of a bundle's chunk that is needed to weigh it. */
export interface Chunk {
  readonly type: "chunk";
  readonly fileName: string;
  readonly isEntry: boolean;
  /** Names of the files that are loaded together with this one. */
  readonly imports: readonly string[];
  readonly code: string;
}

/** A file of a bundle: script, or anything else, which has no weight here. */
type BundleFile = Chunk | { readonly type: "asset" };

/** Return how many bytes of gzipped script the entries of a bundle load before they run, each file counted once. */
export function initialScriptSize(bundle: Readonly<Record<string, BundleFile>>): number {
  const waiting = Object.values(bundle).filter((file): file is Chunk => file.type === "chunk" && file.isEntry);
  const loaded = new Set<Chunk>();
  for (let chunk = waiting.pop(); chunk !== undefined; chunk = waiting.pop()) {
    if (loaded.has(chunk)) continue;
    loaded.add(chunk);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === "chunk") waiting.push(imported);
    }
  }
  return [...loaded].reduce((sum, chunk) => sum + gzipSync(chunk.code).length, 0);
}

/** Make the plug-in that lets at most `limit` bytes of gzipped script load before the page runs. */
export function scriptBudget(limit: number): Plugin {
  return {
    name: "hyperoxo:script-budget",
    apply: "build",
    generateBundle(_options, bundle) {
      const size = initialScriptSize(bundle);
      const figures = `${String(size)} bytes of gzipped script before the first paint; the limit is ${String(limit)}`;
      if (size > limit) this.error(`${figures}. Import what is not needed at once with import(), or do without it.`);
      this.info(figures);
    },
  };
}
