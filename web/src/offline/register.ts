/** Sets up the service worker, where a browser allows one: on localhost and over https. */

import { ROOT } from "../root";

/** Register the worker; in a browser that refuses it, the page works without. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  // After the page has loaded, because the worker downloads the remaining files and must not delay the first view.
  addEventListener("load", () => {
    navigator.serviceWorker
      .register(`${ROOT}/worker.js`)
      .catch((error: unknown) => console.info("This browser cannot store the page for use without the server.", error));
  });
}
