/** The sounds of a game: one for each new move, and one for its end. */

import { untrack } from "svelte";

import type { Exploration } from "../../state/exploration.svelte";
import type { GameSession } from "../../state/gameSession";
import { nodeAt } from "../../state/moveTree";
import { preferences } from "../../state/preferences.svelte";
import { opponentOf } from "../../state/rules";
import { playEndSound, playMoveSound } from "../sound";

/**
 * Play a sound for each new move that continues the shown position, and none if another position is shown. Must be called
 * while a component is made, and lives as long.
 */
export function soundMoves(session: GameSession, exploration: Exploration): void {
  let before = session.tree;
  $effect(() => {
    const { tree } = session;
    untrack(() => {
      const isContinued = tree.nodes.length > before.nodes.length && nodeAt(tree).parent === before.here;
      before = tree;
      if (!isContinued || !preferences.all.sound) return;
      playMoveSound(opponentOf(exploration.position.toMove));
      if (session.result !== null) playEndSound();
    });
  });
}
