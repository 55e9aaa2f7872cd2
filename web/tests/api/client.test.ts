import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { ApiError, errorText, refusalText, request, ServerUnreachable } from "../../src/api/client";

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal("fetch", fetched);
});

afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

function answer(status: number, body: unknown): void {
  fetched.mockResolvedValue(Response.json(body, { status }));
}

test("a JSON answer is parsed, any other is returned as text", async () => {
  answer(200, [1, 2]);
  expect(await request("/boards")).toEqual([1, 2]);
  fetched.mockResolvedValue(new Response("<svg/>", { headers: { "content-type": "image/svg+xml" } }));
  expect(await request("/pictures", { body: {} })).toBe("<svg/>");
});

test("a question with a body is sent as JSON by POST", async () => {
  answer(200, {});
  await request("/positions", { body: { board: "3x3" } });
  expect(fetched).toHaveBeenCalledWith("/api/positions", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"board":"3x3"}',
  });
});

describe("an error is reported in one sentence", () => {
  test("a refusal, with its remedy", async () => {
    answer(422, {
      error: { code: "refused", subject: "9 z", reason: "the side to move is missing", remedy: "end with x or o" },
    });
    const failure = await request("/positions").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ status: 422, reason: "the side to move is missing" });
    expect(errorText(failure)).toBe("9 z: the side to move is missing; end with x or o");
  });

  test.each([
    [
      ["name", "it is taken, or one that looks like it", "choose another"],
      "The name is taken, or one that looks like it; choose another",
    ],
    [["name", "its letters are of several scripts", ""], "The name’s letters are of several scripts"],
    [["names", "too many were chosen lately", "wait"], "Too many names were chosen lately; wait"],
    [["A".repeat(22), "there is no such game", ""], "There is no such game"],
    [
      ["draw", "it was offered in this position", "offer it after a move"],
      "The draw was offered in this position; offer it after a move",
    ],
    [["undo", "the game was lost on time", "play a rematch"], "The game was lost on time; play a rematch"],
    [["it: it is", "it is not a board", ""], "it: it is: it is not a board"],
  ] as const)("a refusal of a part of the request: %#", ([subject, reason, remedy], text) => {
    expect(refusalText({ code: "refused", subject, reason, remedy })).toBe(text);
  });

  test("no server at all", async () => {
    fetched.mockRejectedValue(new TypeError("failed to fetch"));
    await expect(request("/boards")).rejects.toThrow(ServerUnreachable);
  });

  test("a proxy whose server is gone", async () => {
    fetched.mockResolvedValue(new Response("<h1>Bad gateway</h1>", { status: 502 }));
    await expect(request("/boards")).rejects.toThrow(ServerUnreachable);
  });

  test("a refusal in a form that is not known", async () => {
    answer(404, { detail: "not found" });
    await expect(request("/boards")).rejects.toThrow("the server answers 404");
  });
});
