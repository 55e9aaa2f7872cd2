/** The editor for positions, at a server that gives one board, fails late with another, and has no more. */

import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { router } from "../../src/state/router.svelte";
import SetupPage from "../../src/view/pages/SetupPage.svelte";
import { boardTable } from "../boards";
import { fakeServer, LateAnswer } from "./fakeServer";

const late = new LateAnswer();
let shown: ReturnType<typeof mount>;

beforeEach(async () => {
  vi.stubGlobal("scrollTo", () => undefined);
  fakeServer({ "GET /api/boards/7x7%3A4": boardTable("7x7:4"), "GET /api/boards/7x7%3A5": late.promise });
  router.go("/setup?board=7x7:4");
  shown = mount(SetupPage, { target: document.body });
  await expect.poll(() => cells()).toBe(49);
});

afterEach(async () => {
  await unmount(shown);
  router.go({ page: "start" }, "replace");
  vi.unstubAllGlobals();
});

function cells(): number {
  return document.querySelectorAll('[role="gridcell"]').length;
}

test("the board that was shown is shown again after one that could not be loaded", async () => {
  router.go("/setup?board=7x7:6");
  await expect.poll(() => cells()).toBe(0);
  router.go("/setup?board=7x7:4");
  flushSync();
  expect(cells()).toBe(49);
});

test("the late failure of a board that was left does not replace the board that is shown", async () => {
  router.go("/setup?board=7x7:5");
  flushSync();
  router.go("/setup?board=7x7:4");
  flushSync();
  await late.fail();
  expect(cells()).toBe(49);
});
