/** What the parts of a game's page share, as reactive state: the marks on the board, the help, and the chosen panel. */

import { tick, untrack } from "svelte";

import { Assistance } from "../../state/assistance.svelte";
import { hintOf, sideWords, type Said } from "../../state/coach";
import { Exploration } from "../../state/exploration.svelte";
import type { GameSession } from "../../state/gameSession";
import { cellNames, type Symbols } from "../../state/geometry";
import { joinedLabels, pointLabels, type Labels } from "../../state/labels";
import type { LineWalk } from "../../state/lineWalk.svelte";
import { goToPly, movesOfPath, nodeAt } from "../../state/moveTree";
import { writeStart } from "../../state/position";
import { preferences } from "../../state/preferences.svelte";
import { router } from "../../state/router.svelte";
import { opponentOf } from "../../state/rules";
import { NO_RINGS, rings, type Ring } from "../../state/threats";
import type { MuseumGame } from "../screens/museumGame";
import { wantBoardFocus } from "./beginGame";
import { firstPanel, type PanelName } from "./panels";

/** Made by the component of a game, whose life it shares. */
export class GameDisplay {
  readonly session: GameSession;
  readonly exploration: Exploration;
  readonly assistance: Assistance;
  readonly #museum: () => MuseumGame;

  /** Where the board is, to be scrolled into sight. */
  stage = $state<HTMLElement>();
  /** Where the moves are, or the panel in their place; on a phone that may be below the screen. */
  panels = $state<HTMLElement>();
  panel = $state<PanelName>("Moves");
  cursor = $state(0);
  /** Whether the lines through the cursor are marked. */
  lines = $state(false);
  /** Whether the field for the name of a cell is shown. */
  typing = $state(false);
  /** The labels that a panel has for the position; null without such a panel, or until it has them. */
  said: Labels | null = $state.raw(null);
  /** The cells that a text is about, while it is pointed at. */
  #pointed: readonly number[] = $state.raw([]);
  /** Where the page was scrolled to when a line was opened in a panel. */
  #scrolled = 0;

  /** The numbers that a computer gave to the cells before its move, on the cells that are still empty. */
  readonly #points = $derived.by(() => {
    const { session } = this;
    const marks = preferences.all.marks ? (session.noteAt(session.tree.here)?.marks ?? {}) : {};
    const mover = opponentOf(session.position.toMove);
    return pointLabels(session.geometry, marks, (text) => this.#museum().spokenMark(mover, text));
  });

  readonly labels: Labels = $derived.by(() => {
    const { proof, line, position } = this.exploration;
    if (proof !== null) return proof.labels;
    const isAnalysed = this.assistance.isLabelled && position.result === null;
    const values = this.said ?? (isAnalysed ? this.assistance.analyst.labels : this.#points);
    return line === null ? values : joinedLabels(values, line.labels);
  });

  readonly rings: ReadonlyMap<number, Ring> = $derived.by(() => {
    const isShown = preferences.all.threats && this.session.mode !== "setup";
    if (!isShown || !this.assistance.isAllowed) return NO_RINGS;
    const { position, result } = this.exploration;
    return rings(this.session.geometry, position.stones, result === null ? position.toMove : null);
  });

  /** The best move and why, its cell first; null if no hint is shown. */
  readonly hint: Said | null = $derived.by(() => {
    if (!this.assistance.isHinting || this.exploration.proof !== null) return null;
    const { text, cells } = hintOf(this.session.geometry, this.assistance.analyst);
    return { text: this.inWords(text), cells };
  });

  /** The cells to mark. */
  readonly highlight: readonly number[] = $derived.by(() => {
    const { linesThrough, lines } = this.session.geometry;
    const { proof, line } = this.exploration;
    if (this.lines) return (linesThrough[this.cursor] ?? []).flatMap((index) => lines[index] ?? []);
    if (proof !== null) return proof.lit;
    if (line !== null) return line.subject;
    return this.#pointed.length > 0 ? this.#pointed : (this.hint?.cells ?? []);
  });

  constructor(session: GameSession, museum: () => MuseumGame) {
    this.session = session;
    this.#museum = museum;
    this.exploration = new Exploration(session, this.inWords);
    this.assistance = new Assistance(session, this.exploration);
    this.panel = firstPanel();

    // Where one plane is enlarged, it becomes that of the hint, or of the move that a line is about; a person who uses the
    // board keeps the cursor.
    $effect(() => {
      const cell = this.hint?.cells[0] ?? this.exploration.line?.subject[0];
      // eslint-disable-next-line page/state-in-effect -- a person moves it on from there
      if (cell !== undefined && this.stage?.contains(document.activeElement) !== true) this.cursor = cell;
    });
    // A proof is of the position that was shown, and another position of the game takes the place of a line.
    $effect(() => {
      if (this.exploration.base.stones.length > 0) untrack(() => (this.exploration.proof = null));
    });
    $effect(() => {
      if (session.tree.here < 0) return;
      untrack(() => (this.exploration.line = null));
      // A move that was chosen in a panel: the panel may be below the board. The editor of a position stays in sight.
      const isEdited = untrack(() => session.mode === "setup");
      if (!isEdited && this.panels?.contains(document.activeElement) === true) this.showBoard();
    });
  }

  /** The marks of a museum program, shown in place of X and O. */
  get symbols(): Symbols | null {
    return this.#museum().symbols;
  }

  /** Return a sentence of the coach for the reader of this game. */
  readonly inWords = (text: string): string => sideWords(this.session, this.symbols)(text);

  /** Scroll the board into sight, from which buttons and panels may have scrolled it. */
  showBoard(): void {
    this.stage?.scrollIntoView({ block: "nearest" });
  }

  showPanel(name: PanelName): void {
    this.session.mode = null;
    this.panel = name;
    this.panels?.scrollIntoView({ block: "nearest" });
    // The review begins on the board.
    if (name === "Review") this.showBoard();
  }

  /** Analyse the position that is shown, on a board of its own. */
  analyse(): void {
    const { geometry, start, tree } = this.session;
    const { line } = this.exploration;
    const played = cellNames(geometry, movesOfPath(tree));
    const moves = line === null ? played : [...played.slice(0, line.ply - 1), ...line.steps.slice(0, line.at)];
    const ply = line === null ? nodeAt(tree).ply : moves.length;
    wantBoardFocus();
    router.go({ page: "play", board: geometry.name, start: writeStart(start), moves, ply, mode: "values" });
  }

  show(ply: number): void {
    this.session.goTo(goToPly(this.session.tree, ply).here);
  }

  /** Play on from a ply at this screen. */
  async playOn(ply: number): Promise<void> {
    this.exploration.line = null;
    this.show(ply);
    this.showBoard();
    await tick();
  }

  play(cell: number): void {
    const { proof } = this.exploration;
    this.#pointed = [];
    if (proof === null) this.session.play(cell);
    else void proof.reply(this.session.geometry.cells[cell] ?? "");
  }

  /** Light cells on the board; none to take them back. */
  readonly light = (cells: readonly number[]): void => {
    this.#pointed = cells;
  };

  giveHint(): void {
    this.assistance.hint();
    this.showBoard();
  }

  /** Play the proof of a cell on the board. */
  readonly ask = (cell: number): void => {
    this.#pointed = [];
    this.exploration.ask(cell);
    this.showBoard();
  };

  /** Show a line in place of the game, with the board in sight; null to return to the game. */
  readonly showLine = (next: LineWalk | null): void => {
    if (next !== null && this.exploration.line === null) this.#scrolled = scrollY;
    this.exploration.line = next;
    if (next !== null) this.showBoard();
  };

  readonly closeWalk = (): void => {
    this.#pointed = [];
    this.exploration.close();
    if (this.exploration.walk === null && this.#scrolled > 0) scrollTo({ top: this.#scrolled });
    this.#scrolled = 0;
  };
}
