/**
 * The sounds of a game: a short one for each new move, that of X a little higher than that of O, and a chord for the end.
 *
 * Browsers allow sounds only after a click or a key. So the audio context is created with the first sound after one;
 * until then there is silence, and no error.
 */

import { untrack } from "svelte";

import type { Exploration } from "../../state/exploration.svelte";
import type { GameSession } from "../../state/gameSession";
import { nodeAt } from "../../state/moveTree";
import { preferences } from "../../state/preferences.svelte";
import { opponentOf } from "../../state/rules";
import type { Side } from "../../state/geometry";

/** Frequencies in hertz. */
const TONES: Record<Side, number> = { x: 587.33, o: 440 };
const CHORD = [523.25, 659.26, 783.99];

/** The sounds of a period face while it is shown: the notes of 0.2 seconds in hertz for a move, and for the end. */
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
      playMoveSound(opponentOf(exploration.position.toMove));
      if (session.result !== null) playEndSound(opponentOf(exploration.position.toMove));
    });
  });
}

/** Sound a move of a side. */
function playMoveSound(side: Side): void {
  if (periodSounds.notes === null) tone(TONES[side], 0, 0.12);
  else playNotes(periodSounds.notes(side, false));
}

/** Sound the end of a game. */
function playEndSound(mover: Side): void {
  if (periodSounds.notes !== null) {
    playNotes(periodSounds.notes(mover, true));
    return;
  }
  CHORD.forEach((frequency, index) => {
    tone(frequency, 0.1 + index * 0.09, 0.35);
  });
}

function playNotes(notes: readonly number[]): void {
  notes.forEach((frequency, index) => {
    tone(frequency, index * 0.2, 0.2);
  });
}

function tone(frequency: number, after: number, seconds: number): void {
  if (!navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  const start = context.currentTime + after;
  const oscillator = context.createOscillator();
  const volume = context.createGain();
  oscillator.type = "triangle";
  oscillator.frequency.value = frequency;
  // A fast attack and a slow decay. The ramps start and end just above zero, because a jump to silence clicks.
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(0.16, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds);
}
