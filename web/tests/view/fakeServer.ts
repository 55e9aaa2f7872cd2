/** A server for tests of components: it gives the answers of a test, and records its requests. */

import { flushSync, tick } from "svelte";
import { vi } from "vitest";

/** What is asked, as method and path, and what is answered: JSON, a response, or a promise of either. */
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
    return Promise.resolve(answers[what]).then((answer) =>
      answer instanceof Response ? answer : Response.json(answer),
    );
  });
  return asked;
}

/** An answer that waits until the test gives it, or lets the connection fail. */
export class LateAnswer {
  give: (answer: unknown) => void = () => undefined;
  readonly promise: Promise<unknown>;
  #fail: (error: Error) => void = () => undefined;

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.give = resolve;
      this.#fail = reject;
    });
  }

  /** Let the connection fail, and return when the page has noticed it. */
  async fail(): Promise<void> {
    this.#fail(new TypeError("no network"));
    for (let turn = 0; turn < 20; turn += 1) await tick();
    flushSync();
  }
}
