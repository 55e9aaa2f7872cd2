/**
 * The service worker: after the first visit the page opens without its server, and two people can play on one screen.
 *
 * It stores the built files, whose names change with their contents, and the tables of boards and the exhibits of the
 * museum, which change with the server's version alone. Games, analysis and players always come from the server, so that the
 * page never shows outdated data.
 */

/// <reference lib="webworker" />

import { requestKind } from "./requestKind";

/** The built files and their version, put in by the build (`scripts/serviceWorker.ts`). */
declare const __FILES__: readonly string[];
declare const __VERSION__: string;

const worker = self as unknown as ServiceWorkerGlobalScope;

const FILES = `hyperoxo-files-${__VERSION__}`;
const TABLES = "hyperoxo-tables";
/** Where the page comes from, without the slash at its end. */
const HERE = worker.registration.scope.slice(0, -1);
const SHELL = `${HERE}/`;

worker.addEventListener("install", (event) => {
  event.waitUntil(Promise.all([cacheFiles(), cacheTables()]).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(deleteOldFiles().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  switch (requestKind(request, HERE, __FILES__)) {
    case "shell":
      event.respondWith(fromServer(request, FILES, SHELL));
      break;
    case "file":
      event.respondWith(fromCache(request));
      break;
    case "table":
      event.respondWith(fromServer(request, TABLES, request.url));
      break;
    case "server":
      break;
  }
});

async function cacheFiles(): Promise<void> {
  const cache = await caches.open(FILES);
  await cache.addAll([SHELL, ...__FILES__.map((file) => HERE + file)]);
}

/**
 * Cache the tables of the suggested boards, and the museum with its exhibits. What the server does not give now is cached at
 * its first request.
 */
async function cacheTables(): Promise<void> {
  await Promise.all([
    cacheList(`${HERE}/api/boards`, (boards) => boards as readonly Named[]),
    cacheList(`${HERE}/api/museum`, (museum) => [
      ...(museum as { readonly exhibits: readonly Named[] }).exhibits,
      { name: "questions" },
    ]),
  ]);
}

/** A part of a list that has a path of its own below that of the list. */
interface Named {
  readonly name: string;
}

/** Cache a list, and all parts that it names. */
async function cacheList(path: string, partsOf: (list: unknown) => readonly Named[]): Promise<void> {
  const cache = await caches.open(TABLES);
  try {
    const answer = await fetch(path);
    if (!answer.ok) return;
    const parts = partsOf(await answer.clone().json());
    await cache.put(path, answer);
    await Promise.allSettled(parts.map(({ name }) => cache.add(`${path}/${encodeURIComponent(name)}`)));
  } catch {
    // The server cannot be reached any more; only the built files are needed.
  }
}

async function deleteOldFiles(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== FILES && name !== TABLES).map((name) => caches.delete(name)));
}

/** Answer with a built file, from the cache if it is there. */
async function fromCache(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

/** Answer with what the server sends, and cache it; from the cache if the server cannot be reached. */
async function fromServer(request: Request, name: string, key: string): Promise<Response> {
  const cache = await caches.open(name);
  try {
    const answer = await fetch(request);
    // A full storage refuses the copy; the answer itself is as good.
    if (answer.ok) await cache.put(key, answer.clone()).catch(() => undefined);
    return answer;
  } catch (error) {
    const last = await cache.match(key);
    if (last !== undefined) return last;
    throw error;
  }
}
