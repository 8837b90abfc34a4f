import { normalizeWord } from "../understanding/words";

/**
 * Words of one meaning in both languages, normalized. Listings have one or the other: a search for "Romanian for
 * foreigners" also finds "română pentru străini".
 */
const GROUPS = [
  "strain straini strainii strainilor foreign foreigner foreigners expat expats",
  "incepator incepatori incepatorii incepatorilor beginner beginners",
].map((words) => words.split(" "));

const GROUP_OF_WORD = new Map(GROUPS.flatMap((group) => group.map((word) => [word, group] as const)));

/** All words of the meaning of a typed word, itself included; null if it has no others. */
export const listEquivalentWords = (word: string): readonly string[] | null =>
  GROUP_OF_WORD.get(normalizeWord(word)) ?? null;
