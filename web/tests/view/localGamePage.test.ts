/** The page of a game at one screen, at a server that fails late with a board. */

import { flushSync } from "svelte";
import { expect, test, vi } from "vitest";

import { router } from "../../src/state/router.svelte";
import LocalGamePage from "../../src/view/pages/LocalGamePage.svelte";
import { boardTable } from "../boards";
import { fakeServer, LateAnswer } from "./fakeServer";
import { clear, show } from "./mounted";

const status = (): string => document.querySelector(".status")?.textContent.trim() ?? "";

test("the late failure of a board that was left does not replace the game that is shown", async () => {
  const late = new LateAnswer();
  vi.stubGlobal("scrollTo", () => undefined);
  fakeServer({ "GET /api/boards/6x7%3A4": boardTable("6x7:4"), "GET /api/boards/6x7%3A5": late.promise });
  router.go("/play?board=6x7:4&moves=11");
  show(LocalGamePage, {});
  await expect.poll(() => status()).toBe("O to move");
  for (const address of ["/play?board=6x7:5", "/play?board=6x7:4&moves=11"]) {
    router.go(address);
    flushSync();
  }
  await late.fail();
  expect(status()).toBe("O to move");
  clear();
  router.go({ page: "start" }, "replace");
});
