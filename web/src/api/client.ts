/**
 * Requests to the server over HTTP, and the two ways in which one can fail.
 *
 * A refusal by the server has a reason of one line (`ApiError`). If the server cannot be reached (`ServerUnreachable`),
 * the page continues without it where it can.
 */

import { ROOT } from "../root";
import type { ErrorBody, ErrorCode } from "./types";

/** The version of the server's messages that this page knows. */
export const MESSAGES = 2;

/** The server understood, and refuses. */
export class ApiError extends Error {
  readonly status: number;
  /** Whether the same can be sent again, or asked for later. */
  readonly code: ErrorCode;
  readonly subject: string;
  readonly reason: string;
  /** What to do instead; may be empty. */
  readonly remedy: string;

  constructor(status: number, body: ErrorBody) {
    super(refusalText(body));
    this.name = "ApiError";
    this.status = status;
    this.code = body.code;
    this.subject = body.subject;
    this.reason = body.reason;
    this.remedy = body.remedy;
  }
}

/** The server cannot be reached, or another program answers in its place. */
export class ServerUnreachable extends Error {
  constructor() {
    super("The server cannot be reached.");
    this.name = "Unreachable";
  }
}

/** The subjects of refusals that are parts of a request, with reasons that speak of "it"; others are a person's input. */
const PARTS = ["draw", "game", "name", "page", "recovery code", "room", "secret", "settings", "takeback", "title"];
const MANY = /^too many(?= were )/;
/** An action, the cell of a move, or the id of a game or a room, which say nothing to people. */
const UNSAID =
  /^([A-Za-z0-9_-]{22}|\d[\d.]*|abort|answer|choose|offer|play|redo|rematch|resign|seat [xo]|swap|undo|withdraw)$/;

/** Write a refusal as one sentence. */
export function refusalText({ subject, reason, remedy }: ErrorBody): string {
  let text = subject === "" ? reason : `${subject}: ${reason}`;
  if (PARTS.includes(subject)) text = text.replace(/^[^:]*: it(s?) /, (_, s: string) => `The ${subject}${s && "’s"} `);
  if (UNSAID.test(subject)) text = reason.charAt(0).toUpperCase() + reason.slice(1);
  else if (subject !== "" && MANY.test(reason)) text = reason.replace(MANY, `Too many ${subject}`);
  return remedy === "" ? text : `${text}; ${remedy}`;
}

/** Return the message of what was thrown, with `need`, what needs the server, if that cannot be reached. */
export function errorText(error: unknown, need = ""): string {
  const text = error instanceof Error ? error.message : String(error);
  return need !== "" && error instanceof ServerUnreachable ? `${text} ${need}` : text;
}

let memberSecret: string | null = null;

/** Let the server count requests and sockets for a member of a room, by the secret of the name; null for none. */
export function actAsMember(secret: string | null): void {
  memberSecret = secret;
}

/** Return the subprotocols of a WebSocket, by which the server knows a member: no header can be set there. */
export function memberProtocols(): readonly string[] {
  return memberSecret === null ? [] : ["hyperoxo", memberSecret];
}

interface RequestOptions {
  readonly method?: "GET" | "POST";
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Whether only the server itself may answer, and not the browser's cache. */
  readonly fresh?: boolean;
}

/**
 * Send a request to the server.
 *
 * @param path - begins with a slash, below `/api`.
 * @returns the answer, parsed if it is JSON, otherwise as text (a picture).
 * @throws {@link ApiError} the server refuses the request.
 * @throws {@link ServerUnreachable} the server does not answer.
 */
export async function request<Answer>(path: string, options: RequestOptions = {}): Promise<Answer> {
  const response = await send(path, options);
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  if (response.ok) return (await (isJson ? response.json() : response.text())) as Answer;
  const refusal = isJson ? refusalIn(await response.json()) : null;
  if (refusal === null) {
    // The answer is not one of ours: a proxy or another program sent it, so the server is down.
    throw response.status >= 500
      ? new ServerUnreachable()
      : new ApiError(response.status, {
          code: "refused",
          subject: "",
          reason: `the server answers ${String(response.status)}`,
          remedy: "",
        });
  }
  throw new ApiError(response.status, refusal);
}

async function send(path: string, { method, body, fresh }: RequestOptions): Promise<Response> {
  const init: RequestInit = { method: method ?? (body === undefined ? "GET" : "POST") };
  const ofMember = memberSecret === null ? null : { "x-hyperoxo-member": memberSecret };
  if (ofMember !== null) init.headers = ofMember;
  if (body !== undefined) {
    init.headers = { ...ofMember, "content-type": "application/json" };
    init.body = JSON.stringify(body);
  }
  if (fresh === true) init.cache = "no-cache";
  try {
    return await fetch(`${ROOT}/api${path}`, init);
  } catch {
    throw new ServerUnreachable();
  }
}

function refusalIn(answer: unknown): ErrorBody | null {
  if (typeof answer !== "object" || answer === null || !("error" in answer)) return null;
  const { error } = answer;
  if (typeof error !== "object" || error === null || !("reason" in error) || typeof error.reason !== "string") {
    return null;
  }
  const text = (name: "subject" | "remedy"): string => {
    const value: unknown = (error as Partial<Record<typeof name, unknown>>)[name];
    return typeof value === "string" ? value : "";
  };
  const code = "code" in error && (error.code === "not_saved" || error.code === "unavailable") ? error.code : "refused";
  return { code, subject: text("subject"), reason: error.reason, remedy: text("remedy") };
}
