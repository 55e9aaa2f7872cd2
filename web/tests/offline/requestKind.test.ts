import { expect, test } from "vitest";

import { requestKind } from "../../src/offline/requestKind";

const HERE = "http://localhost:8642";
const FILES = ["/assets/index-1.js", "/icon.svg"];

test.each([
  ["/", "navigate", "shell"],
  ["/play?board=3x3&moves=11", "navigate", "shell"],
  ["/g/abc", "navigate", "shell"],
  ["/embed?board=3x3", "navigate", "server"],
  ["/embed/abc", "navigate", "server"],
  ["/embedded", "navigate", "shell"],
  ["/assets/index-1.js", "cors", "file"],
  ["/icon.svg", "no-cors", "file"],
  ["/assets/other.js", "cors", "server"],
  ["/api/boards", "cors", "table"],
  ["/api/boards/5x5%3A4", "cors", "table"],
  ["/api/boards/4x4x4/players", "cors", "server"],
  ["/api/museum", "cors", "table"],
  ["/api/museum/ibm1620", "cors", "table"],
  ["/api/museum/ibm1620/levels", "cors", "table"],
  ["/api/museum/guesses/3", "cors", "server"],
  ["/api/players", "cors", "server"],
  ["/api/games/abc", "cors", "server"],
  ["/api/games/abc/record", "navigate", "server"],
])("%s, asked for as %s, is answered by the %s", (path, mode, answer) => {
  expect(requestKind({ method: "GET", mode, url: HERE + path }, HERE, FILES)).toBe(answer);
});

test("requests that change data or go to other sites are never answered from the cache", () => {
  expect(requestKind({ method: "POST", mode: "cors", url: `${HERE}/api/boards` }, HERE, FILES)).toBe("server");
  expect(requestKind({ method: "GET", mode: "cors", url: "https://a.example/icon.svg" }, HERE, FILES)).toBe("server");
});
