/** Which requests of the page the service worker answers, and from what. */

/**
 * `shell`: the page itself, whatever its address; `file`: a built file; `table`: boards and their lines, and the museum;
 * `server`: left to the server.
 */
type RequestKind = "shell" | "file" | "table" | "server";

/** The part of a `Request` that is looked at. */
interface RequestParts {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
}

/** The list of boards, or the table of one, but not which players take it; the museum, an exhibit, or its levels. */
const TABLE = /^\/api\/(boards|museum)(\/[^/]+)?$|^\/api\/museum\/[^/]+\/levels$/;

/**
 * Return the kind of a request.
 *
 * @param here - where the page comes from, without the slash at its end.
 * @param files - the paths of the built files.
 */
export function requestKind({ method, mode, url }: RequestParts, here: string, files: readonly string[]): RequestKind {
  if (method !== "GET" || !url.startsWith(`${here}/`)) return "server";
  const { pathname } = new URL(url.slice(here.length), "http://page");
  if (files.includes(pathname)) return "file";
  if (/^\/embed(\/|$)/.test(pathname)) return "server";
  if (pathname.startsWith("/api/")) return TABLE.test(pathname) ? "table" : "server";
  return mode === "navigate" ? "shell" : "server";
}
