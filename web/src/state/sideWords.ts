/** The sentences of the library, which call the sides X and O, for the people at this screen. */

import type { GameSession } from "./gameSession";
import { sideName, type Side, type Symbols } from "./geometry";

/** A side, with its genitive, and the verb behind it. */
const SIDE = /\b([XO])\b('s)?( [a-z]+)?/g;

/**
 * Return a sentence, to follow a colon, in which the sides have their marks, and a player is `you`: `X has three` is `you have three`.
 *
 * @param symbols - the marks of a museum program, null for X and O.
 * @param own - the side that the reader plays; null for a reader of both or neither.
 */
export function inSideWords(text: string, symbols: Symbols | null, own: Side | null = null): string {
  return text.replaceAll(SIDE, (_, letter: string, genitive = "", verb = "", at: number) => {
    const side = letter === "X" ? "x" : "o";
    if (side !== own) return `${sideName(side, symbols)}${String(genitive)}${String(verb)}`;
    const you = `${text.slice(at - 2, at) === ". " ? "You" : "you"}${genitive === "" ? "" : "r"}`;
    return genitive === "" ? `${you}${secondPerson(String(verb))}` : `${you}${String(verb)}`;
  });
}

/** Return a function that returns a sentence about a game for its reader; only a player against another is `you`. */
export function sideWords(
  { isLive, ownSides }: Pick<GameSession, "isLive" | "ownSides">,
  symbols: Symbols | null,
): (text: string) => string {
  const [own = null, other] = isLive ? ownSides : [];
  return (text) => inSideWords(text, symbols, other === undefined ? own : null);
}

/** Return a verb, or another word, as it stands behind `you`. */
function secondPerson(verb: string): string {
  return { " has": " have", " is": " are", " was": " were" }[verb] ?? verb.replace(/s$/, "");
}
