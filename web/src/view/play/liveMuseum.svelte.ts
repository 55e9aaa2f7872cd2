/** The museum's part of a live game, as reactive state. */

import { errorText } from "../../api/client";
import { SIDES, type Side, type Symbols } from "../../state/geometry";
import type { LiveSession } from "../../state/liveSession.svelte";
import type { FirstMover } from "../../state/newGame";
import { readPlayerName } from "../../state/playerNames";
import { showsScreen, storeScreen } from "../../state/screenChoice";
import { storage } from "../../state/storage";
import { screensOf, type MuseumGame, type StagedScreen } from "../screens/museumGame";
import { museumProgram, redSide, spokenMark, type PeriodScreen } from "../screens/programs";
import { playProgram } from "./beginGame";
import { playerSymbols } from "./liveText";

/** Made by the component of a game, whose life it shares. */
export class LiveMuseum implements MuseumGame {
  readonly #session: LiveSession;
  isShown = $state(false);
  /** Once the screen was shown, the ordinary board keeps its marks: a player's mark does not change with the view. */
  #hasScreenMarks = $state(false);
  /** The marks that the players have on every board. */
  #ownSymbols: Symbols | null = $state.raw(null);

  // The players may change during the game.
  readonly #x: string | null = $derived.by(() => this.#session.game.seats.x.player);
  readonly #o: string | null = $derived.by(() => this.#session.game.seats.o.player);
  readonly #players: Readonly<Record<Side, string | null>> = $derived({ x: this.#x, o: this.#o });

  /** The sides of programs against a person or against each other; none if another computer plays. */
  readonly #sides: readonly Side[] = $derived.by(() => {
    const computers = SIDES.filter((side) => this.#players[side] !== null);
    return computers.every((side) => museumProgram(this.#players[side]) !== undefined) ? computers : [];
  });
  readonly programs: readonly string[] = $derived.by(() =>
    this.#sides.map((side) => readPlayerName(this.#players[side] ?? "").kind),
  );
  readonly screens: readonly StagedScreen[] = $derived.by(() =>
    this.#sides.flatMap((side) => screensOf(this.#players[side], side, this.#session.geometry.name)),
  );
  /** The screen whose marks both boards have: that of a program against a person. */
  readonly #marks: PeriodScreen | null = $derived.by(() => {
    const [own] = this.#sides.length === 1 && this.#hasScreenMarks ? this.screens : [];
    return own?.screen ?? null;
  });
  readonly symbols: Symbols | null = $derived.by(() => this.#marks?.symbols ?? this.#ownSymbols);
  readonly redSide: Side | null = $derived.by(() => this.#marks?.redSide ?? redSide(this.#players));

  constructor(session: LiveSession) {
    this.#session = session;
    this.isShown = this.#hasScreenMarks = showsScreen(storage, session.game.id);
    $effect(() => {
      let isCurrent = true;
      // A game whose marks cannot be asked for is played with X and O.
      const marked = playerSymbols(this.#players).catch(() => null);
      void marked.then((found) => {
        if (isCurrent) this.#ownSymbols = found;
      });
      return () => (isCurrent = false);
    });
  }

  get game(): string {
    return this.#session.game.id;
  }

  get onnew(): MuseumGame["onnew"] {
    const [side, other] = this.#sides;
    return side === undefined || other !== undefined ? null : (first) => void this.#begin(side, first);
  }

  get onplayer(): MuseumGame["onplayer"] {
    const [side, other] = this.#sides;
    if (side === undefined || other !== undefined || this.#session.ownSides.length === 0) return null;
    return (player) => this.#session.act({ kind: "seat", side, player });
  }

  readonly show = (on: boolean): void => {
    storeScreen(storage, this.game, on);
    this.isShown = on;
    this.#hasScreenMarks ||= on;
  };

  readonly spokenMark = (side: Side, text: string): string => spokenMark(this.#players[side], text);

  /** Begin another game against the program of a side, with the same screen. */
  async #begin(side: Side, firstMover: FirstMover): Promise<void> {
    const player = this.#players[side] ?? "";
    try {
      const alwaysStarts = museumProgram(player)?.alwaysStarts === true;
      await playProgram(player, this.#session.geometry.name, alwaysStarts ? "them" : firstMover);
    } catch (error) {
      this.#session.refusal = errorText(error);
    }
  }
}
