/** A part of a text, and whether it differs from the other text. */
export type DiffPart = { text: string; changed: boolean };

/** Most comparisons: about 2,000 words against 2,000. Beyond it, all that differs is one part. */
const MOST_CELLS = 4_000_000;

/**
 * The difference of two texts by words: the parts of each, in order; joined they are the text. Uses the longest common
 * subsequence (https://en.wikipedia.org/wiki/Longest_common_subsequence) of the words between the common beginning and
 * end.
 */
export function diffWords(known: string, proposed: string): { known: DiffPart[]; proposed: DiffPart[] } {
  const [old, young] = [wordsOf(known), wordsOf(proposed)];
  const begin = commonLength(old, young);
  const end = commonLength(old.slice(begin).reverse(), young.slice(begin).reverse());
  const [oldMiddle, youngMiddle] = [old, young].map((words) => words.slice(begin, words.length - end)) as [
    string[],
    string[],
  ];
  const common = matches(oldMiddle, youngMiddle);
  // The words before and after the middle are equal.
  const around = (words: string[], middle: readonly boolean[]) =>
    joined(words, (place) => middle[place - begin] ?? true);
  return { known: around(old, common.old), proposed: around(young, common.young) };
}

/** Words with the white space after them, so that no text is lost. */
const wordsOf = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? [];

function commonLength(one: readonly string[], other: readonly string[]): number {
  const length = one.findIndex((word, place) => !isSame(word, other[place]));
  return length === -1 ? one.length : length;
}

/** Which words of each text belong to the longest common subsequence. */
function matches(old: readonly string[], young: readonly string[]) {
  const found = { old: old.map(() => false), young: young.map(() => false) };
  const width = young.length + 1;
  if ((old.length + 1) * width > MOST_CELLS) return found;
  // Length of the longest common subsequence of both texts' remainders, by their start.
  const lengths = new Uint16Array((old.length + 1) * width);
  const at = (one: number, other: number) => lengths[one * width + other] ?? 0;
  for (let one = old.length - 1; one >= 0; one--) {
    for (let other = young.length - 1; other >= 0; other--) {
      lengths[one * width + other] = isSame(old[one], young[other])
        ? at(one + 1, other + 1) + 1
        : Math.max(at(one + 1, other), at(one, other + 1));
    }
  }
  for (let one = 0, other = 0; one < old.length && other < young.length; ) {
    if (isSame(old[one], young[other])) {
      found.old[one++] = true;
      found.young[other++] = true;
    } else if (at(one + 1, other) >= at(one, other + 1)) one++;
    else other++;
  }
  return found;
}

/** Compares words without white space, so that a changed line break is no difference. */
const isSame = (one: string | undefined, other: string | undefined): boolean => one?.trim() === other?.trim();

function joined(words: readonly string[], isCommon: (place: number) => boolean): DiffPart[] {
  const parts: DiffPart[] = [];
  for (const [place, text] of words.entries()) {
    const changed = !isCommon(place);
    const last = parts.at(-1);
    if (last && last.changed === changed) last.text += text;
    else parts.push({ text, changed });
  }
  return parts;
}
