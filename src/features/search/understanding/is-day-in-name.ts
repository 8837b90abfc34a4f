import { FIRST_NAMES } from "./first-names";
import { type Token, toWordSet } from "./tokens";

const DAYS = toWordSet("luni marti miercuri joi vineri sambata duminica");
const NAMES = toWordSet(FIRST_NAMES);

/** A day that is a surname: "Ion Duminică", "Duminică Ion". Both words have capitals, and only a space between them. */
export function isDayInName(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (!token || !DAYS.has(token.word) || !isCapitalized(token)) return false;
  const isName = (other: Token | undefined) =>
    other !== undefined && NAMES.has(other.word) && isCapitalized(other);
  return (
    (token.gap === " " && isName(tokens[at - 1])) || (tokens[at + 1]?.gap === " " && isName(tokens[at + 1]))
  );
}

/** "Ion", not "ION": in a text of capitals, they say nothing. */
const isCapitalized = ({ text }: Token): boolean => /^\p{Lu}\p{Ll}/u.test(text);
