/**
 * The sounds of a game: a short one for each new move, and for the end.
 *
 * Browsers allow sounds only after a click or a key. So the audio context is created with the first sound after one;
 * until then there is silence, and no error.
 */

import { untrack } from "svelte";

import type { Exploration } from "../../state/exploration.svelte";
import type { GameSession } from "../../state/gameSession";
import type { Side } from "../../state/geometry";
import { nodeAt } from "../../state/moveTree";
import { preferences } from "../../state/preferences.svelte";
import { fullLines, opponentOf } from "../../state/rules";
import { endTones, stoneTone } from "../../state/tones";
import { afterPaint } from "../../timers";

/** The sounds of a period screen while it is shown: the notes of 0.2 seconds in hertz for a move, and for the end. */
export const periodSounds: { notes: ((mover: Side, isEnd: boolean) => readonly number[]) | null } = { notes: null };

let context: AudioContext | null = null;

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
      const [{ geometry }, { position }, { cell }] = [session, exploration, nodeAt(tree)];
      const [side, isEnd] = [opponentOf(position.toMove), session.result !== null];
      afterPaint(() => {
        if (periodSounds.notes !== null) {
          playInTurn(periodSounds.notes(side, false), 0.2, 0.2);
          if (isEnd) playInTurn(periodSounds.notes(side, true), 0.2, 0.2);
          return;
        }
        if (cell !== null) tone(stoneTone(geometry, side, cell), 0, 0.12);
        if (isEnd) playInTurn(endTones(geometry, side, fullLines(geometry, position.stones)[0]), 0.12, 0.35, 0.1);
      });
    });
  });
}

/** Sound tones in turn, one each `step` seconds. */
function playInTurn(tones: readonly number[], step: number, seconds: number, after = 0): void {
  tones.forEach((frequency, index) => tone(frequency, after + index * step, seconds));
}

/** Sound a stroke of a typewriter, or the return of its carriage, unless sounds are off. */
export function strikeKey(isReturn: boolean): void {
  if (!preferences.all.sound) return;
  if (isReturn) tone(1400, 0, 0.09, 0.05);
  else tone(2100 + 400 * Math.random(), 0, 0.018, 0.05);
}

function tone(frequency: number, after: number, seconds: number, loudness = 0.16): void {
  if (!navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  const start = context.currentTime + after;
  const oscillator = context.createOscillator();
  const volume = context.createGain();
  oscillator.type = "triangle";
  oscillator.frequency.value = frequency;
  // A fast attack and a slow decay. The ramps start and end just above zero, because a jump to silence clicks.
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(loudness, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds);
}
