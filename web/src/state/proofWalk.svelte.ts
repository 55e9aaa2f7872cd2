/**
 * A walk through the proof of a cell's value, as reactive state: the moves so far, which of them are on the board, and the
 * replies of the defender at each place, grouped by the answer to them.
 */

import { ApiError, errorText } from "../api/client";
import type { ProofNode, ProofReplies, ValueMessage, WhyAnswer } from "../api/types";
import { moreInformative } from "./analysisCache";
import { cellSet, sideName, type Geometry, type Side } from "./geometry";
import { proofLabels, type Label } from "./labels";
import { cellIndices, opponentOf, replay, type GamePosition } from "./rules";
import { completions } from "./threats";

/** A position of a proof as the server sends it: fields that do not apply are left out. */
export type SparseNode = Omit<ProofNode, "move" | "then" | "replies"> &
  Partial<Pick<ProofNode, "move" | "then" | "replies">>;

/** A move of the walk. */
export interface ProofStep {
  readonly cell: string;
  /** The move and what it is for, as a sentence. */
  readonly text: string;
}

/** Replies of the defender that are met in the same way. */
export interface ReplyGroup {
  /** The letter on the cells: A, B, … */
  readonly tag: string;
  readonly cells: readonly string[];
  /** What meets them, as a sentence. */
  readonly text: string;
  readonly replies: ProofReplies;
}

/** A place of the walk at which the defender replies. */
interface Branch {
  /** How many moves lead there. */
  readonly at: number;
  /** The replies before it. */
  readonly path: readonly string[];
  readonly groups: readonly ReplyGroup[];
}

/** A function that names a side in sentences: `X`, or the mark of a museum program. */
export type SideNamer = (side: Side) => string;

/** A walk through the proof of a cell's value. */
export class ProofWalk {
  /** The cell, by name. */
  readonly cell: string;
  /** The position before the cell is played. */
  readonly start: GamePosition;
  readonly geometry: Geometry;
  readonly #explain: (replies: readonly string[], strategist: Side | null) => Promise<WhyAnswer>;
  readonly #nameOf: SideNamer;

  /** The proved value of the cell; null if it is not known, or no proof was found. */
  value: ValueMessage | null = $state.raw(null);
  /** Whether the proof is being looked for. */
  isLoading = $state(true);
  /** Why the proof cannot be shown, empty if it can. */
  fault = $state("");
  /** Asks again what had no answer, null if there is nothing to ask again. */
  #retry: (() => Promise<void>) | null = $state.raw(null);
  trees: readonly SparseNode[] = $state.raw([]);
  /** The tree that is shown: a draw has one for each side. */
  treeIndex = $state(0);
  steps: readonly ProofStep[] = $state.raw([]);
  #branches: readonly Branch[] = $state.raw([]);
  /** How many moves are on the board. */
  at = $state(0);

  readonly #cells: readonly number[] = $derived.by(() =>
    cellIndices(
      this.geometry,
      this.steps.slice(0, this.at).map(({ cell }) => cell),
    ),
  );
  /** The position on the board. */
  readonly position: GamePosition = $derived.by(() => replay(this.geometry, this.start, this.#cells));
  /** The cells whose stones belong to the walk alone. */
  readonly trial: ReadonlySet<number> = $derived(cellSet([this.#cells]));
  readonly #branch: Branch | null = $derived.by(() => this.#branches.find(({ at }) => at === this.at) ?? null);
  /** The replies of the defender to the position on the board; none if it is not to reply. */
  readonly groups: readonly ReplyGroup[] = $derived(this.#branch?.groups ?? []);
  /** Whether every reply has an answer of its own, about which there is the same to say: letters would tell nothing. */
  readonly isUniform: boolean = $derived.by(() => {
    const [first, ...others] = this.groups;
    const isLike = ({ cells, text }: ReplyGroup) => cells.length === 1 && text === first?.text;
    return others.length > 0 && this.groups.every(isLike);
  });
  /** The number of each move on its stone, and the letter of its group on each reply where letters tell groups apart. */
  readonly labels: ReadonlyMap<number, Label> = $derived.by(() =>
    proofLabels(
      this.#cells,
      (this.isUniform ? [] : this.groups).map(({ tag, cells }) => [tag, cellIndices(this.geometry, cells)] as const),
    ),
  );

  /** The value on the cell's label, which may say more than that of the proof; undefined if the label is not proved. */
  readonly #labelled: ValueMessage | undefined;

  /**
   * @param explain - asks the server for the place of a side's proof after some replies, or for all proofs.
   * @param labelled - the value that an analysis has found for the cell.
   * @param nameOf - names the sides in the sentences.
   */
  constructor(
    geometry: Geometry,
    start: GamePosition,
    cell: string,
    explain: (replies: readonly string[], strategist: Side | null) => Promise<WhyAnswer>,
    labelled?: ValueMessage,
    nameOf: SideNamer = (side) => sideName(side, null),
  ) {
    this.#labelled = labelled?.outcome === "unknown" ? undefined : labelled;
    this.value = this.#labelled ?? null;
    this.geometry = geometry;
    this.start = start;
    this.cell = cell;
    this.#explain = explain;
    this.#nameOf = nameOf;
    this.steps = [{ cell, text: `${nameOf(start.toMove)} plays ${cell}` }];
    this.at = 1;
  }

  /** Look for the proof. */
  async open(): Promise<void> {
    const answer = await this.#ask([]);
    if (answer === null) return;
    if (answer.value !== null) this.value = moreInformative(this.#labelled, answer.value);
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
    return !this.isLoading && (this.at < this.steps.length || this.#best() !== null);
  }

  /** Whether the last question failed and can be asked again. */
  get canRetry(): boolean {
    return !this.isLoading && this.#retry !== null;
  }

  get canGoBack(): boolean {
    return this.at > 1;
  }

  /** Show the tree of one side, from its root. */
  showTree(index: number): void {
    this.treeIndex = index;
    this.steps = this.steps.slice(0, 1);
    this.#branches = [];
    const { tree } = this;
    if (tree !== null) this.#extend(tree, []);
    this.at = 1;
  }

  /** Show one more move; where the defender replies, the reply that holds out longest. */
  async next(): Promise<void> {
    if (this.at < this.steps.length) {
      this.at += 1;
      return;
    }
    const best = this.#best();
    if (best !== null) await this.reply(best);
  }

  /** Ask again what had no answer. */
  async retry(): Promise<void> {
    await this.#retry?.();
  }

  back(): void {
    if (this.canGoBack) this.at -= 1;
  }

  /** Play a reply of the defender on the board, and show the answer to it. */
  async reply(cell: string): Promise<void> {
    if (!this.canReply) return;
    const { at, steps } = this;
    if (steps[at]?.cell === cell) {
      this.at = Math.min(at + 2, steps.length);
      return;
    }
    const branch = this.#branch;
    const group = branch?.groups.find(({ cells }) => cells.includes(cell));
    const defender = this.position.toMove;
    const before = [...steps.slice(0, at), { cell, text: `${this.#nameOf(defender)} plays ${cell}` }];
    if (branch === null || group === undefined) {
      this.#punish(before);
      return;
    }
    const { met_by: by, line } = group.replies;
    const kept = this.#branches.filter((other) => other.at <= at);
    if (by === "completion" || by === "run") {
      this.steps = [...before, ...this.#runSteps(line, opponentOf(defender))];
      this.#branches = kept;
      this.at = at + 2;
      return;
    }
    const path = [...branch.path, cell];
    const answer = await this.#ask(path);
    const node = answer?.trees?.[0];
    if (node === undefined) return;
    this.steps = before;
    this.#branches = kept;
    this.#extend(node, path);
    this.at = Math.min(at + 2, this.steps.length);
  }

  /** Add the strategist's moves from a node on, and the replies after them. */
  #extend(node: SparseNode, path: readonly string[]): void {
    const steps = [...this.steps];
    let end = node;
    while (end.move) {
      const { cell, kind, line, purpose } = end.move;
      const side = end.strategist;
      if (kind === "run" || kind === "completes") steps.push(...this.#runSteps(line.length > 0 ? line : [cell], side));
      else steps.push({ cell, text: `${this.#nameOf(side)} plays ${cell}, ${purpose}` });
      if (!end.then) break;
      end = end.then;
    }
    this.steps = steps;
    if (end.replies && !end.move) {
      const groups = end.replies.map((replies, index) => groupOf(replies, index, this.#nameOf(end.strategist)));
      this.#branches = [...this.#branches, { at: steps.length, path, groups }];
    }
  }

  /** Answer a reply that the forced line does not allow: the strategist completes its line. */
  #punish(steps: readonly ProofStep[]): void {
    const { geometry, start, tree } = this;
    if (tree === null) return;
    const cells = cellIndices(
      geometry,
      steps.map(({ cell }) => cell),
    );
    const after = replay(geometry, start, cells);
    const [completion] = completions(geometry, after.stones)[tree.strategist];
    if (after.result !== null || completion === undefined) {
      this.#retry = null;
      this.fault = `The proof has no answer to ${steps.at(-1)?.cell ?? ""} here.`;
      return;
    }
    this.#branches = this.#branches.filter(({ at }) => at < steps.length);
    this.steps = [...steps, ...this.#runSteps([geometry.cells[completion] ?? ""], tree.strategist)];
    this.at = this.steps.length;
  }

  /** Return the steps of a forced line, which the strategist begins and ends. */
  #runSteps(line: readonly string[], strategist: Side): ProofStep[] {
    const [winner, defender] = [this.#nameOf(strategist), this.#nameOf(opponentOf(strategist))];
    return line.map((cell, index) => {
      if (index === line.length - 1) return { cell, text: `${winner} completes a line with ${cell}` };
      return { cell, text: index % 2 === 0 ? `${winner} threatens with ${cell}` : `${defender} has to play ${cell}` };
    });
  }

  /** Return the reply that holds out longest, null if there is none to play. */
  #best(): string | null {
    const [best] = this.groups.toSorted((one, two) => (two.replies.plies ?? 0) - (one.replies.plies ?? 0));
    return best?.cells[0] ?? null;
  }

  async #ask(replies: readonly string[]): Promise<WhyAnswer | null> {
    this.isLoading = true;
    this.fault = "";
    this.#retry = null;
    const { at } = this;
    const again = async (): Promise<void> => {
      const cell = replies.at(-1);
      if (cell === undefined) {
        await this.open();
      } else {
        this.at = at;
        await this.reply(cell);
      }
    };
    try {
      const answer = await this.#explain(replies, replies.length === 0 ? null : (this.tree?.strategist ?? null));
      if (answer.trees === null) {
        this.fault = "No proof was found in the time that the server allows. A proved label holds all the same.";
        this.#retry = again;
      }
      return answer;
    } catch (error) {
      this.fault = faultText(error);
      this.#retry = again;
      return null;
    } finally {
      this.isLoading = false;
    }
  }
}

/** Return why a proof cannot be shown; a search that took too long says nothing against the label. */
function faultText(error: unknown): string {
  const [, limit] = error instanceof ApiError ? (/ took longer than (.+ s)$/.exec(error.reason) ?? []) : [];
  return limit === undefined
    ? errorText(error, "Proofs need it.")
    : `The search for a proof took longer than ${limit}. A proved label holds all the same.`;
}

/** Return a group of replies; `side` names the strategist. */
function groupOf(replies: ProofReplies, index: number, side: string): ReplyGroup {
  const { met_by: by, line, cells } = replies;
  const texts: Record<ProofReplies["met_by"], string> = {
    completion: `${side} completes a line with ${line[0] ?? ""}`,
    run: `${side} plays ${line[0] ?? ""} and wins by force in ${String(line.length)} plies`,
    pair: `${side} takes ${line[0] ?? ""}, the other cell of a pair`,
    nothing: `${side} needs no answer`,
    record: `${side} has an answer; choose the cell to see it`,
  };
  return { tag: tagOf(index), cells, text: texts[by], replies };
}

/** Return the name of a group: A to Z, then A2, B2, and so on. */
function tagOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${letter}${String(Math.floor(index / 26) + 1)}`;
}
