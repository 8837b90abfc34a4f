/** One line of a document in words; `key` is the same in all its versions. */
export type Fact = { key: string; term: string; details: string };

/** A line that is not the same in two versions; null where one has no such line. */
export type Change = { key: string; term: string; before: string | null; after: string | null };

/** What one version says otherwise than the one before it, in the later one's order. */
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
