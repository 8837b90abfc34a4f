import { diffArrays } from "diff";

/** A part of a text, and whether it differs from the other text. */
export type DiffPart = { text: string; changed: boolean };

/** With more deleted and added words, the whole texts count as changed. Up to there, a diff takes about 40 ms. */
const MAX_CHANGED_WORDS = 1000;

/** The differences of two texts by words: the parts of each in order; joined they are the text. */
export function diffWords(current: string, proposed: string): { current: DiffPart[]; proposed: DiffPart[] } {
  const [before, after] = [splitWords(current), splitWords(proposed)];
  const parts: { current: DiffPart[]; proposed: DiffPart[] } = { current: [], proposed: [] };
  const changes = diffArrays(before, after, {
    // Without white space, so that a changed line break is no difference.
    comparator: (one, other) => one.trim() === other.trim(),
    maxEditLength: MAX_CHANGED_WORDS,
  });
  if (!changes)
    return { current: [{ text: current, changed: true }], proposed: [{ text: proposed, changed: true }] };
  for (const { added, removed, count } of changes) {
    if (!added) parts.current.push({ text: before.splice(0, count).join(""), changed: removed });
    if (!removed) parts.proposed.push({ text: after.splice(0, count).join(""), changed: added });
  }
  return parts;
}

/** Words with the white space after them, so that no text is lost. */
const splitWords = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? [];
