/** A server for tests of components: it gives the answers of a test, and records its requests. */

import { vi } from "vitest";

/** What is asked, as method and path, and what is answered: JSON, or an error. */
export type ServerAnswers = Readonly<Record<string, unknown>>;

/** What a server was asked: method and path, and the body read as JSON. */
interface ServerRequest {
  readonly what: string;
  readonly body: unknown;
}

/** Put a server in the place of the network; whatever it has no answer to cannot be reached. */
export function fakeServer(answers: ServerAnswers): readonly ServerRequest[] {
  const asked: ServerRequest[] = [];
  vi.stubGlobal("fetch", (path: string, request: RequestInit = {}): Promise<Response> => {
    const what = `${request.method ?? "GET"} ${path}`;
    asked.push({ what, body: typeof request.body === "string" ? (JSON.parse(request.body) as unknown) : undefined });
    if (!(what in answers)) return Promise.reject(new TypeError("no network"));
    return Promise.resolve(Response.json(answers[what]));
  });
  return asked;
}
