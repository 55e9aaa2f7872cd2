import { expect, test } from "vitest";

import { ApiError } from "../../src/api/client";
import type { ProofGroup, ProofReplies } from "../../src/api/types";
import { AnalysisCache, type KnownValue } from "../../src/state/analysisCache";
import { ProofWalk, type SparseNode } from "../../src/state/proofWalk.svelte";
import { inSideWords } from "../../src/state/coach";
import { gamePosition } from "../../src/state/rules";
import { emptyPosition } from "../../src/state/position";
import { board } from "../boards";
import { labelled } from "../labelled";

// On 3x3x3 X plays 222. After 111, X wins by force; after 112 the proof goes on with a move of its own.
const RUN = ["113", "331", "213", "231", "223"];
const BASE = { position: "", to_move: "o", strategist: "x", wins: true, plies: 9, over: false } as const;

function replies(cells: string[], by: ProofReplies["met_by"], line: string[], plies: number): ProofReplies {
  return { cells, met_by: by, line, plies };
}

function group(letter: string | null, cells: string[], answer: string | null, text: string): ProofGroup {
  return { letter, cells, answer, plies: 5, text };
}

/** Where the value of a cell is kept, with a value that an analysis has found. */
function kept(): KnownValue {
  const cache = new AnalysisCache();
  cache.prove("start", "222", labelled("W≤11"));
  return {
    get: () => cache.get("start").cells["222"],
    add: (proved) => {
      cache.prove("start", "222", proved);
    },
  };
}

const ROOT: SparseNode = {
  ...BASE,
  replies: [replies(["112", "121"], "record", [], 8), replies(["111"], "run", RUN, 5)],
  groups: [
    group("a", ["112", "121"], "133", "stopped by 133; X wins within 4 moves"),
    group(null, ["111"], null, "X has an answer to each; X wins within 3 moves"),
  ],
  threat: { line: RUN, text: "X threatens to win in 3 moves, beginning at 113." },
};
const AFTER_112: SparseNode = {
  ...BASE,
  to_move: "x",
  move: { cell: "133", kind: "strategic", purpose: "the move of the proof", line: ["133"] },
  then: { ...BASE, replies: [replies(["311"], "run", ["211", "233", "223"], 3)] },
};

type Explain = ConstructorParameters<typeof ProofWalk>[3];

/** Return the walk through the proof of a cell of an empty board. */
function proofOf(name: string, cell: string, explain: Explain, inWords?: (text: string) => string) {
  const geometry = board(name);
  const start = gamePosition(geometry, emptyPosition(geometry.cells.length));
  return new ProofWalk(geometry, start, cell, explain, kept(), inWords);
}

async function walk(inWords?: (text: string) => string): Promise<{ walk: ProofWalk; asked: string[] }> {
  const asked: string[] = [];
  const explain = (path: readonly string[]) => {
    asked.push(path.join(" "));
    const trees = [path.length === 0 ? ROOT : AFTER_112];
    const value = labelled("W≤9");
    return Promise.resolve({ cell: "222", replies: [...path], value, trees });
  };
  const proof = proofOf("3x3x3", "222", explain, inWords);
  await proof.open();
  return { walk: proof, asked };
}

function shown(proof: ProofWalk): string {
  return proof.steps
    .slice(0, proof.at)
    .map(({ cell }) => cell)
    .join(" ");
}

test("sentences name the sides as the game does", async () => {
  const { walk: proof } = await walk((text) => inSideWords(text, { x: "M", o: "P" }, "o"));
  expect(proof.text).toBe("M threatens to win in 3 moves, beginning at 113.");
  expect(proof.groups.map(({ text }) => text)).toEqual([
    "stopped by 133; M wins within 4 moves",
    "M has an answer to each; M wins within 3 moves",
  ]);
  await proof.reply("111");
  const texts = [proof.text];
  for (let on = 0; on < 2; on += 1) {
    await proof.next();
    texts.push(proof.text);
  }
  expect(texts).toEqual([
    "M plays 113, threatening 331",
    "You have to play 331, threatening 221",
    "M plays 213, threatening 231 and 313, but you threaten 221",
  ]);
});

function labels(proof: ProofWalk): Record<string, string> {
  return Object.fromEntries([...proof.labels].map(([cell, { text }]) => [proof.geometry.cells[cell] ?? "", text]));
}

test("a proof starts with the threat, of which the first moves are shown, and which is stepped to its end and back", async () => {
  const { walk: proof } = await walk();
  expect([shown(proof), proof.text]).toEqual(["222 113 331 213 231", ROOT.threat?.text]);
  expect(labels(proof)).toEqual({ "222": "1", "113": "2", "331": "3", "213": "4", "231": "5" });
  await proof.next();
  expect([shown(proof), proof.place, proof.canReply]).toEqual(["222 113 331 213 231 223", "5/5", true]);
  expect(proof.position).toMatchObject({ toMove: "o", result: null });
  for (let back = 0; back < 5; back += 1) proof.back();
  expect([shown(proof), proof.place, proof.canGoBack]).toEqual(["222", "0/5", false]);
  for (let on = 0; on < 6; on += 1) await proof.next();
  expect([shown(proof), proof.place, proof.isThreatShown]).toEqual(["222", "", false]);
  proof.back();
  expect(proof.place).toBe("5/5");
});

test("after the threat the move that stops most replies is marked; a group that is pointed at shows what stops it", async () => {
  const { walk: proof } = await walk();
  proof.showThreat(false);
  expect(proof.text).toBe("X plays 222. X threatens to win in 3 moves, beginning at 113.");
  expect(labels(proof)).toEqual({ "222": "1", "133": "!" });
  proof.pointed = proof.groups[0] ?? null;
  expect(labels(proof)).toEqual({ "222": "1", "112": "a", "121": "a", "133": "!" });
  expect(proof.lit.map((cell) => proof.geometry.cells[cell])).toEqual(["112", "121", "133"]);
  await proof.replyIn(proof.groups[0] ?? { cells: [] });
  expect(shown(proof)).toBe("222 112 133");
});

test("a forced line is played without asking again, and another reply in it is punished", async () => {
  const { walk: proof, asked } = await walk();
  await proof.reply("111");
  expect(shown(proof)).toBe("222 111 113");
  await proof.reply("212");
  expect(shown(proof)).toBe("222 111 113 212 331");
  expect(proof.position.result).toMatchObject({ ending: "line", winner: "x" });
  expect(asked).toEqual([""]);
});

test("next shows the longest defence, and asks the server for the answer to it", async () => {
  const { walk: proof, asked } = await walk();
  proof.showThreat(false);
  await proof.next();
  expect(shown(proof)).toBe("222 112 133");
  expect(asked).toEqual(["", "112"]);
  await proof.next();
  expect(shown(proof)).toBe("222 112 133 311 211");
  proof.back();
  proof.back();
  proof.back();
  proof.back();
  expect(shown(proof)).toBe("222");
  // From there, another reply begins another line.
  await proof.reply("111");
  expect(shown(proof)).toBe("222 111 113");
});

// On 3x3 X plays 22, and each side holds the draw. O answers 11; after either reply its proof goes on.
const HOLD = { position: "", strategist: "o", wins: false, plies: null, over: false } as const;
const DRAWN: SparseNode[] = [
  { ...HOLD, to_move: "o", strategist: "x", replies: [replies(["11", "13"], "record", [], 0)] },
  {
    ...HOLD,
    to_move: "o",
    move: { cell: "11", kind: "strategic", purpose: "the move of the proof", line: ["11"] },
    then: { ...HOLD, to_move: "x", replies: [replies(["12"], "record", [], 0), replies(["33"], "nothing", [], 0)] },
  },
];
const AFTER_12: SparseNode = {
  ...HOLD,
  to_move: "o",
  move: { cell: "32", kind: "blocks", purpose: "to block", line: ["32"] },
  then: { ...HOLD, to_move: "x", replies: [replies(["21"], "pair", ["23"], 0)] },
};

test("the proof of the second side of a draw goes on as far as that of the first", async () => {
  const asked: string[] = [];
  const proof = proofOf("3x3", "22", (path, strategist) => {
    asked.push(`${strategist ?? "all"}: ${path.join(" ")}`);
    const trees = strategist === null ? DRAWN : [AFTER_12];
    return Promise.resolve({ cell: "22", replies: [...path], value: labelled("D"), trees });
  });
  await proof.open();
  proof.showTree(1);
  expect(shown(proof)).toBe("22 11");
  await proof.next();
  expect(shown(proof)).toBe("22 11 12 32");
  await proof.reply("21");
  expect(asked).toEqual(["all: ", "o: 12", "o: 12 21"]);
  expect(proof.fault).toBe("");
});

test.each([
  ["an answer", () => Promise.resolve({ cell: "22", replies: ["11"], value: null, trees: [AFTER_12] })],
  ["a search without a proof", () => Promise.resolve({ cell: "22", replies: ["11"], value: null, trees: null })],
  ["a failure", () => Promise.reject(new TypeError("no server"))],
])("%s that comes when the proof of the other side is shown changes nothing", async (_, late) => {
  const answers = [() => Promise.resolve({ cell: "22", replies: [], value: labelled("D"), trees: DRAWN }), late];
  const explain = () => answers.shift()?.() ?? Promise.reject(new Error("no answer is left"));
  const proof = proofOf("3x3", "22", explain);
  await proof.open();
  const replied = proof.reply("11");
  proof.showTree(1);
  await replied;
  expect([shown(proof), proof.fault, proof.canRetry]).toEqual(["22 11", "", false]);
  expect(proof.steps).toHaveLength(2);
  expect(proof.isLoading).toBe(false);
});

test("what one side's proof could not answer is not tried again in the other side's", async () => {
  const answers = [() => Promise.resolve({ cell: "22", replies: [], value: labelled("D"), trees: DRAWN })];
  const explain = () => answers.shift()?.() ?? Promise.reject(new Error("no answer is left"));
  const proof = proofOf("3x3", "22", explain);
  await proof.open();
  await proof.reply("11");
  expect(proof.canRetry).toBe(true);
  proof.showTree(1);
  expect([proof.fault, proof.canRetry]).toEqual(["", false]);
});

test("a search that took too long is described plainly, and tried again where it was", async () => {
  const late = { code: "unavailable", subject: "request", reason: "it took longer than 5 s", remedy: "" } as const;
  const value = labelled("W≤9");
  const answers = [
    new ApiError(503, late),
    { cell: "222", replies: [], value: null, trees: null },
    { cell: "222", replies: [], value, trees: [ROOT] },
    new ApiError(503, late),
    { cell: "222", replies: ["112"], value, trees: [AFTER_112] },
  ];
  const proof = proofOf("3x3x3", "222", () => {
    const answer = answers.shift() ?? new Error("no answer is left");
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  await proof.open();
  expect(proof.fault).toBe("The search for a proof took longer than 5 s. A proved label holds all the same.");
  expect([proof.canReply, proof.canGoOn, proof.value?.label]).toEqual([false, false, "W≤11"]);
  await proof.retry();
  expect(proof.fault).toMatch(/^No proof was found in the time/);
  expect(proof.canRetry).toBe(true);
  await proof.retry();
  expect([proof.fault, proof.canRetry, proof.value?.label]).toEqual(["", false, "W≤9"]);
  await proof.reply("112");
  expect(proof.canRetry).toBe(true);
  await proof.retry();
  expect(shown(proof)).toBe("222 112 133");
  expect(proof.canRetry).toBe(false);
});
