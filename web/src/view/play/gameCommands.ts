/** The commands of the board's keys in a game. */

import { ROOT } from "../../root";
import { currentPath, nodeAt } from "../../state/moveTree";
import { preferences } from "../../state/preferences.svelte";
import type { BoardCommand } from "../board/keyboard";
import type { GameDisplay } from "./gameDisplay.svelte";

export function runCommand(display: GameDisplay, name: BoardCommand): void {
  const { session, assistance } = display;
  const { walk } = display.exploration;
  const { ply } = nodeAt(session.tree);
  const last = currentPath(session.tree).length - 1;
  switch (name) {
    case "undo":
      if (session.canUndo) session.undo();
      break;
    case "redo":
      if (session.canRedo) session.redo();
      break;
    case "back":
      if (walk === null) display.show(ply - 1);
      else walk.back();
      break;
    case "forward":
      if (walk !== null) walk.next();
      else if (ply === last && session.canRedo) session.redo();
      else display.show(ply + 1);
      break;
    case "why":
      if (assistance.isAllowed) display.ask(display.cursor);
      break;
    case "last":
      display.show(last);
      break;
    case "threats":
      preferences.change({ threats: !preferences.all.threats });
      break;
    case "lines":
      display.lines = !display.lines;
      break;
    case "value":
      if (assistance.isAllowed) assistance.label(!assistance.isLabelled);
      break;
    case "help":
      open(`${ROOT}/help`, "_blank", "noopener");
      break;
  }
}
