import { describe, expect, test } from "vitest";

import { embedAddress, readAddress, writeAddress, type LocalRoute, type Route } from "../../src/state/address";

/** Return the route of a game at one screen, at its end. */
function play(board: string, moves: readonly string[] = [], some: Partial<LocalRoute> = {}): LocalRoute {
  return { page: "play", board, start: null, moves, ply: moves.length, ...some };
}

const routes: readonly (readonly [string, Route])[] = [
  ["/", { page: "start" }],
  ["/play?board=4x4x4", play("4x4x4")],
  ["/play?board=4x4x4&moves=111.222&ply=1", play("4x4x4", ["111", "222"], { ply: 1 })],
  ["/play?board=5x5:4&moves=33", play("5x5:4", ["33"])],
  ["/play?board=3x3&start=xo7+x", play("3x3", [], { start: "xo7 x" })],
  ["/play?board=12x12:5&moves=10.2-3.12", play("12x12:5", ["10.2", "3.12"])],
  ["/play?board=3x3x3&moves=111&screen=delphi", play("3x3x3", ["111"], { screen: "delphi" })],
  ["/g/abc_-9", { page: "game", id: "abc_-9", ply: null }],
  ["/g/abc?ply=0", { page: "game", id: "abc", ply: 0 }],
  ["/play?board=3x3&moves=22.11&ply=1&mode=why", play("3x3", ["22", "11"], { ply: 1, mode: "why" })],
  ["/museum", { page: "museum", exhibit: null, part: "exhibit" }],
  ["/museum/ibm1620", { page: "museum", exhibit: "ibm1620", part: "exhibit" }],
  ["/museum/ibm1620/sources", { page: "museum", exhibit: "ibm1620", part: "sources" }],
  ["/program/3", { page: "program", step: 3 }],
  ["/rules", { page: "rules", board: null }],
  ["/rules?board=3x3x3", { page: "rules", board: "3x3x3" }],
  ["/open", { page: "open" }],
  ["/room", { page: "room", id: null }],
  ["/room/abc_-9", { page: "room", id: "abc_-9" }],
  ["/help", { page: "help" }],
  ["/about", { page: "about" }],
];

describe("addresses", () => {
  test.each(routes)("%s is read, and written again", (address, route) => {
    expect(readAddress(address)).toEqual(route);
    expect(writeAddress(route)).toBe(address);
  });

  test.each(["/nowhere", "/g", "/g/a/b", "/g/%2e%2e", "/museum/../etc", "/museum/A B", "/missing"])(
    "%s leads nowhere or home, and never further",
    (address) => {
      expect(["missing", "start"]).toContain(readAddress(address).page);
    },
  );

  test("a board that cannot be read is kept, so that the page can name it", () => {
    expect(readAddress("/play?board=banana")).toMatchObject({ page: "play", board: "banana" });
    expect(readAddress(`/rules?board=${"9".repeat(1000)}`)).toEqual({ page: "rules", board: "9".repeat(40) });
    expect(readAddress("/play?board=")).toMatchObject({ board: "4x4x4" });
  });

  test("invalid parts of a query are ignored", () => {
    expect(readAddress("/play?board=4x4x4&moves=111.x.222&ply=99&screen=<b>")).toEqual(play("4x4x4", ["111"]));
    expect(readAddress("/play?board=3x3&moves=11.22&ply=-1")).toMatchObject({ ply: 2 });
    expect(readAddress("/g/abc?ply=two")).toEqual({ page: "game", id: "abc", ply: null });
  });

  test("an address accepts several spellings of a board or exhibit, and is written in one", () => {
    for (const moves of ["111.222", "111,222", "111, 222", "111 222"]) {
      const route = readAddress(`/play?board=Qubic&moves=${moves}`);
      expect(writeAddress(route)).toBe("/play?board=4x4x4&moves=111.222");
    }
    expect(readAddress("/rules?board=5%C3%975:4")).toEqual({ page: "rules", board: "5x5:4" });
    expect(writeAddress(readAddress("/museum/IBM1620"))).toBe("/museum/ibm1620");
  });

  test.each([
    ["/analyse?board=3x3&start=xo7+x&moves=22&ply=0", "/play?board=3x3&start=xo7+x&moves=22&ply=0&mode=values"],
    ["/analyse?board=3x3&mode=openings", "/play?board=3x3&mode=openings"],
    ["/explore?board=4x4x4&moves=111.444", "/play?board=4x4x4&moves=111.444&mode=openings"],
    ["/setup?board=3x3&start=xo7+x", "/play?board=3x3&start=xo7+x&mode=setup"],
    ["/setup", "/play?board=4x4x4&mode=setup"],
    ["/play?board=3x3&mode=thinking", "/play?board=3x3"],
  ])("%s is the address %s of the position", (short, address) => {
    expect(writeAddress(readAddress(short))).toBe(address);
  });

  test("a game has an address for frames, which the server reads", () => {
    expect(embedAddress("/g/abc?ply=3")).toBe("/embed/abc?ply=3");
    expect(embedAddress("/play?board=5x5:4&moves=11.22")).toBe("/embed?board=5x5:4&moves=11.22");
  });

  test("only path and query of an address count", () => {
    expect(readAddress("https://elsewhere.example/help")).toEqual({ page: "help" });
  });
});
