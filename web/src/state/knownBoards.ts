/** The boards that people know by name. The server suggests more; any other can be typed. */

export interface KnownBoard {
  readonly name: string;
  /** The further name; may be empty. */
  readonly nickname: string;
}

export const KNOWN_BOARDS: readonly KnownBoard[] = [
  { name: "3x3", nickname: "classic" },
  { name: "3x3x3", nickname: "" },
  { name: "4x4x4", nickname: "Qubic" },
  { name: "4x4x4x4", nickname: "" },
];

/** Return a board's name for people: `4x4x4 (Qubic)`. */
export function boardText(name: string): string {
  const nickname = KNOWN_BOARDS.find((board) => board.name === name)?.nickname ?? "";
  return nickname === "" ? name : `${name} (${nickname})`;
}
