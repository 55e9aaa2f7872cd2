// A Vite plug-in that writes the names of all built files, and a version made from their contents, into the script of the
// service worker.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

import type { Plugin } from "vite";

/** How the worker's script is called where it is served; its place at the root lets it answer for every address. */
export const WORKER_FILE = "worker.js";

/** What stands in the worker's source for the files, and for their version. */
const PLACEHOLDERS = { files: "__FILES__", version: "__VERSION__" } as const;

/** Return the worker's script with the files and their version in their places. */
export function insertFiles(code: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  const names = Object.keys(files).sort();
  const hash = createHash("sha256");
  for (const name of names)
    hash
      .update(name)
      .update("\0")
      .update(files[name] ?? "");
  const version = hash.digest("hex").slice(0, 16);
  return code
    .replaceAll(PLACEHOLDERS.files, JSON.stringify(names.map((name) => `/${name}`)))
    .replaceAll(PLACEHOLDERS.version, JSON.stringify(version));
}

/**
 * Make the plug-in.
 *
 * @param folder - the folder of the static files.
 * @param file - another file, which the server adds to those of the page.
 */
export function serviceWorker(folder: string, file: string): Plugin {
  return {
    name: "hyperoxo:worker",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      const script = bundle[WORKER_FILE];
      if (script?.type !== "chunk") this.error(`the build has no ${WORKER_FILE}`);
      const built = Object.entries(bundle).filter(([name]) => name !== WORKER_FILE && name !== "index.html");
      const files = built.map(([name, file]) => [name, file.type === "chunk" ? file.code : file.source] as const);
      const plain = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))] as const);
      const added = [basename(file), readFileSync(file)] as const;
      script.code = insertFiles(script.code, Object.fromEntries([...files, ...plain, added]));
    },
  };
}
