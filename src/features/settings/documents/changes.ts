/** A line of a document as text; `key` is the same in all versions. */
export type Fact = { key: string; term: string; details: string };

/** A line that differs between two versions; null if a version lacks it. */
export type Change = { key: string; term: string; before: string | null; after: string | null };

/** The differences between two versions, in the later one's order. */
export function changesBetween(before: readonly Fact[], after: readonly Fact[]): Change[] {
  const find = (facts: readonly Fact[], key: string) => facts.find((one) => one.key === key);
  const gone = before.filter(({ key }) => !find(after, key));
  return [...after, ...gone]
    .map(({ key, term }) => ({
      key,
      term,
      before: find(before, key)?.details ?? null,
      after: find(after, key)?.details ?? null,
    }))
    .filter((change) => change.before !== change.after);
}
