import { expect, test } from "vitest";

import StepScores from "../../src/view/program/StepScores.svelte";
import { show } from "./mounted";

test("a score and its interval lie where they belong on the track", () => {
  const score = {
    opponent: "oxo:level=2",
    games: 1000,
    openings: "random:2",
    seed: 1,
    score: 0.4825,
    low: 0.4518,
    high: 0.5132,
  };
  show(StepScores, { scores: [score] });
  const bars = [...document.querySelectorAll(".track > span")].map((bar) => bar.getAttribute("style"));
  expect(bars).toEqual(["width: 48.2%;", "left: 45.2%; width: 6.1%;"]);
  expect(document.querySelector("dd")?.textContent).toContain("48.2 %");
});
