/** Notifications of the system that it is this person's move, while a tab of the page is open but not in sight. */

import { writeAddress } from "../../state/address";
import { preferences } from "../../state/preferences.svelte";
import { router } from "../../state/router.svelte";
import { insecureReason } from "../../state/secureContext";

/** Whether the browser shows notifications of a tab, as far as it is known; those of phones leave them to a worker. */
let shows = true;

/** Return why there can be no notifications; empty if there can. */
export function notificationRefusal(): string {
  const reason = insecureReason();
  if (reason !== "") return `No notifications: ${reason}.`;
  if (!("Notification" in globalThis)) return "No notifications: this browser has none.";
  if (!shows) return "No notifications: this browser shows none for a tab.";
  if (Notification.permission !== "denied") return "";
  return "No notifications: the browser refuses them for this page; its settings of the site can allow them.";
}

/** Return whether notifications are on: a permission that was given once may be asked for again. */
export function notifies(): boolean {
  return preferences.all.notify && notificationRefusal() === "" && Notification.permission === "granted";
}

/** Switch notifications on, if the person allows them, or off. */
export async function changeNotifications(on: boolean): Promise<void> {
  const allowed = on && (await Notification.requestPermission()) === "granted";
  preferences.change({ notify: allowed });
  if (allowed) show("Notifications are on", { body: "while a tab of this page is open" });
}

function show(title: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification(title, options);
  } catch {
    shows = false;
    preferences.change({ notify: false });
    return null;
  }
}

/** Notify that it is this person's move in a game, against an opponent; one notification a game. */
export function notifyTurn(game: string, board: string, opponent: string): void {
  if (!document.hidden || !notifies()) return;
  const address = writeAddress({ page: "game", id: game, ply: null });
  const shown = show("Your move", { body: `${board}, ${opponent}`, tag: game });
  if (shown === null) return;
  shown.onclick = () => {
    focus();
    router.go(address);
  };
}
