/**
 * A walk through the proof of a cell's value, as reactive state: the moves so far, which of them are on the board, and at
 * each place the replies of the defender in a few groups, and the threat of the strategist: what it would play next.
 */

import { ApiError, errorText } from "../api/client";
import type { CellMessage, ProofGroup, ProofNode, ProofReplies, WhyAnswer } from "../api/types";
import type { KnownValue } from "./analysisCache";
import { step } from "./coach";
import { cellSet, type Geometry, type Side } from "./geometry";
import { proofLabels, type Labels } from "./labels";
import { cellIndices, opponentOf, replay, type GamePosition } from "./rules";
import { completions } from "./threats";

/** A position of a proof as the server sends it: fields that do not apply are left out. */
export type SparseNode = Omit<ProofNode, "move" | "then" | "replies" | "groups" | "threat"> &
  Partial<Pick<ProofNode, "move" | "then" | "replies" | "groups" | "threat">>;

/** A move of the walk. */
export interface ProofStep {
  readonly cell: string;
  /** What a move of the proof is for, in words. */
  readonly purpose?: string;
}

/** How many moves of a threat are on the board when it is first shown. */
const FIRST_SHOWN = 4;

/** The moves by which the strategist would win if it moved next; there may be none yet. */
interface Threat {
  readonly steps: readonly ProofStep[];
  readonly text: string;
}

const NO_THREAT: Threat = { steps: [], text: "" };

/** A place of the walk at which the defender replies. */
interface Branch {
  /** How many moves lead there. */
  readonly at: number;
  /** The replies before it. */
  readonly path: readonly string[];
  readonly replies: readonly ProofReplies[];
  readonly groups: readonly ProofGroup[];
  readonly threat: Threat | null;
}

export class ProofWalk {
  readonly cell: string;
  /** The position before the cell is played. */
  readonly start: GamePosition;
  readonly geometry: Geometry;
  readonly #explain: (replies: readonly string[], strategist: Side | null) => Promise<WhyAnswer>;
  readonly #inWords: (text: string) => string;

  /** Whether the proof is being looked for. */
  isLoading = $state(true);
  /** Why the proof cannot be shown, empty if it can. */
  fault = $state("");
  /** Asks again what had no answer, null if there is nothing to ask again. */
  #retry: (() => Promise<void>) | null = $state.raw(null);
  trees: readonly SparseNode[] = $state.raw([]);
  /** The tree that is shown: a draw has one for each side. */
  treeIndex = $state(0);
  #moves: readonly ProofStep[] = $state.raw([]);
  #branches: readonly Branch[] = $state.raw([]);
  /** How many of the moves are on the board. */
  #played = $state(0);
  /** How many moves of the threat follow them; null while it is not shown. */
  #threatened: number | null = $state(null);
  /** What is shown as a whole, as a sentence, until the next step; empty for a single move. */
  #opened = $state("");
  pointed: ProofGroup | null = $state.raw(null);

  readonly #branch: Branch | null = $derived.by(() => this.#branches.find(({ at }) => at === this.#played) ?? null);
  readonly #threat: Threat | null = $derived(this.#branch?.threat ?? null);
  /** The moves to step through: those of the proof or, while it is shown, of the threat. */
  readonly steps: readonly ProofStep[] = $derived.by(() =>
    this.#threatened === null ? this.#moves : [...this.#moves.slice(0, this.#played), ...(this.#threat?.steps ?? [])],
  );
  /** How many of them are on the board. */
  readonly at: number = $derived(this.#played + (this.#threatened ?? 0));
  readonly #cells: readonly number[] = $derived.by(() => this.#indices(this.steps.slice(0, this.at)));
  /** The position of the proof, before the threat. */
  readonly #before: GamePosition = $derived.by(() =>
    replay(this.geometry, this.start, this.#cells.slice(0, this.#played)),
  );
  /** The position on the board. While a threat is shown, it is still for the defender to reply. */
  readonly position: GamePosition = $derived.by(() => {
    const { toMove, stones, result } = this.#before;
    const threat = this.#cells.slice(this.#played);
    if (threat.length === 0) return this.#before;
    return { ...replay(this.geometry, { stones, toMove: opponentOf(toMove) }, threat), toMove, result };
  });
  /** The cells whose stones belong to the walk alone. */
  readonly trial: ReadonlySet<number> = $derived(cellSet([this.#cells]));
  /** The replies of the defender in groups; none if it is not to reply. */
  readonly groups: readonly ProofGroup[] = $derived(this.#branch?.groups ?? []);
  /** The group of most replies, if one move stops it: that move is marked, and not each of the replies. */
  readonly most: ProofGroup | null = $derived.by(() => {
    const all = this.groups.reduce((count, { cells }) => count + cells.length, 0);
    return this.groups.find(({ answer, cells }) => answer !== null && 2 * cells.length > all) ?? null;
  });
  /** The cells of the group that is pointed at, and the move that refutes it. */
  readonly lit: readonly number[] = $derived.by(() => {
    const { answer = null, cells = [] } = this.pointed ?? {};
    return cellIndices(this.geometry, answer === null ? cells : [...cells, answer]);
  });
  /**
   * The number of each move on its stone; `!` on the move that stops most replies, and the letter of its group on each
   * other reply; while a group is pointed at, its letter, and `!` on the move that stops it.
   */
  readonly labels: Labels = $derived.by(() => {
    const { geometry, pointed, most, groups } = this;
    if (pointed !== null) return proofLabels(geometry, this.#cells, [pointed], pointed.answer);
    if (this.#threatened !== null) return proofLabels(geometry, this.#cells, []);
    const others = groups.filter((group) => group !== most);
    return proofLabels(geometry, this.#cells, others, most?.answer ?? null);
  });
  /** What the coach says: the threat that is shown, or the last move, and the threat behind it where the defender replies. */
  readonly text: string = $derived.by(() => {
    if (this.isLoading) return "Looking for a proof …";
    if (this.#opened !== "") return this.#inWords(this.#opened);
    const { steps, text } = this.#threatened === null ? (this.#threat ?? NO_THREAT) : NO_THREAT;
    // Such a threat is a part of what the move does.
    return this.#inWords(steps.length === 1 || text === "" ? this.#lastStep : `${this.#lastStep}. ${text}`);
  });
  /** The proved value of the cell, of its labels too; null if it is not known. */
  readonly value: CellMessage | null = $derived.by(() => this.#known.get() ?? null);

  readonly #known: KnownValue;

  /** `explain` asks for a place after some replies, or for all proofs; `inWords` returns a sentence for the reader. */
  constructor(
    geometry: Geometry,
    start: GamePosition,
    cell: string,
    explain: (replies: readonly string[], strategist: Side | null) => Promise<WhyAnswer>,
    known: KnownValue,
    inWords: (text: string) => string = (text) => text,
  ) {
    this.#known = known;
    this.geometry = geometry;
    this.start = start;
    this.cell = cell;
    this.#explain = explain;
    this.#inWords = inWords;
    this.#moves = [{ cell }];
    this.#played = 1;
  }

  /** What the last move does. */
  get #lastStep(): string {
    const [played, last] = [this.#played, this.at - 1];
    const { stones, toMove } = this.#before;
    const before =
      last < played
        ? replay(this.geometry, this.start, this.#cells.slice(0, last))
        : replay(this.geometry, { stones, toMove: opponentOf(toMove) }, this.#cells.slice(played, last));
    return step(this.geometry, before, this.#cells[last] ?? 0, this.steps[last]?.purpose);
  }

  async open(): Promise<void> {
    const answer = await this.#ask([]);
    if (answer === null) return;
    if (answer.value !== null) this.#known.add(answer.value);
    this.trees = answer.trees ?? [];
    this.showTree(0);
  }

  /** The tree that is shown, null if there is no proof. */
  get tree(): SparseNode | null {
    return this.trees[this.treeIndex] ?? null;
  }

  /** Whether a click on an empty cell is a reply of the defender. */
  get canReply(): boolean {
    const { tree, position } = this;
    return !this.isLoading && tree !== null && position.result === null && position.toMove !== tree.strategist;
  }

  get canGoOn(): boolean {
    return !this.isLoading && (this.#threatened !== null || this.at < this.steps.length || this.#branch !== null);
  }

  /** Whether the last question failed and can be asked again. */
  get canRetry(): boolean {
    return !this.isLoading && this.#retry !== null;
  }

  get canGoBack(): boolean {
    return this.at > 1 || this.#isAfterThreat;
  }

  get canThreaten(): boolean {
    return this.#firstShown > 0;
  }

  get isThreatShown(): boolean {
    return this.#threatened !== null;
  }

  /** How many moves of the threat or of the line are shown; empty where the defender chooses among replies. */
  get place(): string {
    if (this.#threatened === null && this.groups.length > 0) return "";
    const shown = this.#threatened ?? this.at;
    return `${String(shown)}/${String(this.steps.length - this.at + shown)}`;
  }

  /** Whether the board shows the first replies, before which it showed the threat. */
  get #isAfterThreat(): boolean {
    return this.#threatened === null && this.canThreaten && this.#branch === this.#branches[0];
  }

  /** How many moves of the threat are on the board when it is first shown. */
  get #firstShown(): number {
    return Math.min(FIRST_SHOWN, this.#threat?.steps.length ?? 0);
  }

  /** Point at the group of a cell; null or any other cell for none. */
  pointAt(cell: number | null): void {
    const name = cell === null ? "" : this.geometry.cells[cell];
    this.pointed =
      this.groups.find(({ cells, letter }) => letter !== null && cells.some((reply) => reply === name)) ?? null;
  }

  /** Show the threat on the board, or the replies in place of it. */
  showThreat(on: boolean): void {
    this.#threatened = on ? this.#firstShown : null;
    this.#opened = on ? (this.#threat?.text ?? "") : "";
  }

  /** Show the tree of one side, from its root. */
  showTree(index: number): void {
    this.treeIndex = index;
    this.pointed = null;
    this.showThreat(false);
    this.#moves = this.#moves.slice(0, 1);
    this.#branches = [];
    this.#played = 1;
    const { tree } = this;
    if (tree === null) return;
    this.fault = "";
    this.#retry = null;
    this.#extend(tree, []);
    const [first] = this.#branches;
    if (first === undefined) {
      // The strategist wins by force: its moves are the threat.
      this.#opened = tree.threat?.text ?? "";
      this.#played = Math.min(1 + FIRST_SHOWN, this.#moves.length);
    } else {
      this.#played = first.at;
      this.showThreat(this.canThreaten);
    }
  }

  /** Show one more move; after the threat the replies; where the defender replies, the reply that holds out longest. */
  async next(): Promise<void> {
    this.pointed = null;
    this.#opened = "";
    if (this.at < this.steps.length) {
      if (this.#threatened === null) this.#played += 1;
      else this.#threatened += 1;
    } else if (this.#threatened !== null) {
      this.#threatened = null;
    } else {
      const best = longest(this.#branch?.replies ?? []);
      if (best !== null) await this.reply(best);
    }
  }

  back(): void {
    this.pointed = null;
    this.#opened = "";
    if (this.#isAfterThreat) {
      this.#threatened = this.#threat?.steps.length ?? 0;
    } else if (this.#threatened !== null && this.#threatened > 0) {
      this.#threatened -= 1;
    } else if (this.canGoBack) {
      this.#threatened = null;
      this.#played -= 1;
    }
  }

  /** Ask again what had no answer. */
  async retry(): Promise<void> {
    await this.#retry?.();
  }

  /** Play a reply of the defender on the board, and show the answer to it. */
  async reply(cell: string): Promise<void> {
    if (!this.canReply) return;
    this.showThreat(false);
    this.pointed = null;
    const [at, steps] = [this.#played, this.#moves];
    if (steps[at]?.cell === cell) {
      this.#played = Math.min(at + 2, steps.length);
      return;
    }
    const branch = this.#branch;
    const group = branch?.replies.find(({ cells }) => cells.includes(cell));
    const before = [...steps.slice(0, at), { cell }];
    if (branch === null || group === undefined) {
      this.#punish(before);
      return;
    }
    const { met_by: by, line } = group;
    const kept = this.#branches.filter((other) => other.at <= at);
    if (by === "completion" || by === "run") {
      this.#moves = [...before, ...stepsOf(line)];
      this.#branches = kept;
      this.#played = at + 2;
      return;
    }
    const path = [...branch.path, cell];
    const answer = await this.#ask(path);
    const node = answer?.trees?.[0];
    if (node === undefined) return;
    this.#moves = before;
    this.#branches = kept;
    this.#extend(node, path);
    this.#played = Math.min(at + 2, this.#moves.length);
  }

  /** Play the reply of a group that holds out longest. */
  async replyIn({ cells }: Pick<ProofGroup, "cells">): Promise<void> {
    const all = this.#branch?.replies ?? [];
    const among = all.map((replies) => ({ ...replies, cells: replies.cells.filter((cell) => cells.includes(cell)) }));
    const best = longest(among.filter((replies) => replies.cells.length > 0));
    if (best !== null) await this.reply(best);
  }

  /** Add the strategist's moves from a node on, and the replies after them. */
  #extend(node: SparseNode, path: readonly string[]): void {
    const steps = [...this.#moves];
    let end = node;
    while (end.move) {
      const { cell, kind, line, purpose } = end.move;
      if (kind === "run" || kind === "completes") steps.push(...stepsOf(line.length > 0 ? line : [cell]));
      else steps.push({ cell, purpose });
      if (!end.then) break;
      end = end.then;
    }
    this.#moves = steps;
    if (!end.replies || end.move) return;
    const groups = (end.groups ?? []).map((group) => ({ ...group, text: this.#inWords(group.text) }));
    const threat = end.threat ? { ...end.threat, steps: stepsOf(end.threat.line) } : null;
    this.#branches = [...this.#branches, { at: steps.length, path, replies: end.replies, groups, threat }];
  }

  /** Answer a reply that the forced line does not allow: the strategist completes its line. */
  #punish(steps: readonly ProofStep[]): void {
    const { geometry, start, tree } = this;
    if (tree === null) return;
    const after = replay(geometry, start, this.#indices(steps));
    const [completion] = completions(geometry, after.stones)[tree.strategist];
    if (after.result !== null || completion === undefined) {
      this.#retry = null;
      this.fault = `The proof has no answer to ${steps.at(-1)?.cell ?? ""} here.`;
      return;
    }
    this.#branches = this.#branches.filter(({ at }) => at < steps.length);
    this.#moves = [...steps, ...stepsOf([geometry.cells[completion] ?? ""])];
    this.#played = this.#moves.length;
  }

  #indices(steps: readonly ProofStep[]): number[] {
    return cellIndices(
      this.geometry,
      steps.map(({ cell }) => cell),
    );
  }

  /** Ask the server for the place after some replies; null without an answer, or if another place is shown by then. */
  async #ask(replies: readonly string[]): Promise<WhyAnswer | null> {
    this.isLoading = true;
    this.fault = "";
    this.#retry = null;
    const [index, at] = [this.treeIndex, this.#played];
    const hasLeft = (): boolean => this.treeIndex !== index || this.#played !== at || this.#threatened !== null;
    const again = async (): Promise<void> => {
      const cell = replies.at(-1);
      if (cell === undefined) {
        await this.open();
      } else {
        this.#played = at;
        await this.reply(cell);
      }
    };
    try {
      const answer = await this.#explain(replies, replies.length === 0 ? null : (this.tree?.strategist ?? null));
      if (hasLeft()) return null;
      if (answer.trees === null) {
        this.fault = "No proof was found in the time that the server allows. A proved label holds all the same.";
        this.#retry = again;
      }
      return answer;
    } catch (error) {
      if (hasLeft()) return null;
      this.fault = faultText(error);
      this.#retry = again;
      return null;
    } finally {
      this.isLoading = false;
    }
  }
}

function stepsOf(line: readonly string[]): ProofStep[] {
  return line.map((cell) => ({ cell }));
}

/** Return why a proof cannot be shown; a search that took too long says nothing against the label. */
function faultText(error: unknown): string {
  const [, limit] = error instanceof ApiError ? (/ took longer than (.+ s)$/.exec(error.reason) ?? []) : [];
  return limit === undefined
    ? errorText(error, "Proofs need it.")
    : `The search for a proof took longer than ${limit}. A proved label holds all the same.`;
}

/** Return the reply that holds out longest, null if there is none. */
function longest(replies: readonly ProofReplies[]): string | null {
  const [best] = replies.toSorted((one, two) => (two.plies ?? 0) - (one.plies ?? 0));
  return best?.cells[0] ?? null;
}
