/** What a browser does not allow on a page that came over plain http from another computer, and why. */

/** Return why the browser allows neither notifications, copying nor use without the server; empty if it does. */
export function insecureReason(): string {
  return "isSecureContext" in globalThis && !isSecureContext
    ? "this page came over plain http, and browsers allow it only over https or on the server’s own computer"
    : "";
}
