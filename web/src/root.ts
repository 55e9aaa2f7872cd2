/**
 * Where the server has the page: what comes before the slash that begins all its addresses, such as `/oxo` behind a proxy that
 * maps a path to the server; empty for a server of its own. The server writes it into `index.html`.
 */
export const ROOT =
  typeof document === "undefined" ? "" : (document.documentElement.dataset["root"] ?? "").replace(/\.?\/$/, "");
