/**
 * The service worker: after a first visit the page opens without its server, and two people can play on one screen.
 *
 * It keeps the built files, which change only together with their names, and the tables of boards, which never change.
 * Everything else (games, analysis, players) is the server's and is never answered from here, so that nobody takes
 * something old for something true.
 */

/// <reference lib="webworker" />

import { requestKind } from "./requestKind";

/** The built files and their version, put in by the build (`scripts/serviceWorker.ts`). */
declare const __FILES__: readonly string[];
declare const __VERSION__: string;

const worker = self as unknown as ServiceWorkerGlobalScope;

const FILES = `hyperoxo-files-${__VERSION__}`;
const TABLES = "hyperoxo-tables";
const SHELL = "/";

worker.addEventListener("install", (event) => {
  event.waitUntil(Promise.all([keepFiles(), keepTables()]).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(forgetOldFiles().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  switch (requestKind(request, worker.location.origin, __FILES__)) {
    case "shell":
      event.respondWith(newest(request, FILES, SHELL));
      break;
    case "file":
      event.respondWith(kept(request));
      break;
    case "table":
      event.respondWith(newest(request, TABLES, request.url));
      break;
    case "server":
      break;
  }
});

async function keepFiles(): Promise<void> {
  const cache = await caches.open(FILES);
  await cache.addAll([SHELL, ...__FILES__]);
}

/** Keep the tables of the suggested boards. What the server does not give now is kept when it is first asked for. */
async function keepTables(): Promise<void> {
  const cache = await caches.open(TABLES);
  try {
    const list = await fetch("/api/boards");
    if (!list.ok) return;
    const boards = (await list.clone().json()) as readonly { readonly name: string }[];
    await cache.put("/api/boards", list);
    await Promise.allSettled(boards.map(({ name }) => cache.add(`/api/boards/${encodeURIComponent(name)}`)));
  } catch {
    // The server is gone already; the built files are what counts.
  }
}

async function forgetOldFiles(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== FILES && name !== TABLES).map((name) => caches.delete(name)));
}

/** Answer with what was built, from what is kept if it is there. */
async function kept(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

/** Answer with what the server says, and keep it; with what was kept last if the server cannot be reached. */
async function newest(request: Request, name: string, key: string): Promise<Response> {
  const cache = await caches.open(name);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(key, answer.clone());
    return answer;
  } catch (error) {
    const last = await cache.match(key);
    if (last !== undefined) return last;
    throw error;
  }
}
