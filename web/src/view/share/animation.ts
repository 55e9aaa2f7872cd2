/** A game as an animated picture, drawn by the server. The page loads this when one is asked for. */

import { ServerUnreachable } from "../../api/client";
import { socketAddress } from "../../api/reconnectingSocket";
import { RequestSocket } from "../../api/requestSocket";
import type { AnimationRequest, AnimationResult, CardToDraw } from "../../api/types";

/** How far a picture is: so many frames of all are drawn, or so many requests of others come before it. */
export type AnimationProgress = { readonly frames: number; readonly all: number } | { readonly before: number };

/**
 * Return a game as GIF: a frame for the start and one for each move.
 *
 * @param signal - ends the work; the promise is then rejected.
 * @throws Error if the server refuses, fails or cannot be reached; the message says why.
 */
export function drawAnimation(
  card: CardToDraw,
  onProgress: (progress: AnimationProgress) => void,
  signal: AbortSignal,
): Promise<Blob> {
  return new Promise<Blob>((resolve, reject) => {
    const socket = new RequestSocket<AnimationRequest, AnimationResult>(socketAddress("/animation"), {
      received: (message) => {
        if (message.type === "progress") onProgress(message);
        else end(() => resolve(gifOf(message.gif)));
      },
      changed: (status) => {
        if (status.state === "queued") onProgress(status);
        else end(() => reject(status.state === "refused" ? new Error(status.reason) : new ServerUnreachable()));
      },
    });
    function end(settle: () => void): void {
      socket.close();
      settle();
    }
    signal.addEventListener("abort", () => end(() => reject(new Error("cancelled"))));
    socket.ask({ type: "animate", ...card });
  });
}

/** Return the file that a message holds in base 64. */
function gifOf(text: string): Blob {
  return new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], { type: "image/gif" });
}
