/** The list with one item moved to the front (-1) or to the end (1) by one position. */
export function moveItem<T>(items: readonly T[], index: number, by: -1 | 1): T[] {
  const rest = items.filter((_, other) => other !== index);
  const to = Math.max(0, index + by);
  return [...rest.slice(0, to), ...items.slice(index, index + 1), ...rest.slice(to)];
}

/**
 * Applies a button of a list without a script: `up:{key}`, `down:{key}` or `remove:{key}`. Null for another intent. An
 * unknown key (`findIndex` returns no index of the list) changes nothing.
 */
export function applyListButton<T>(
  items: readonly T[],
  intent: string,
  findIndex: (key: string) => number,
): T[] | null {
  const [, action, key = ""] = intent.match(/^(up|down|remove):(.+)$/) ?? [];
  if (!action) return null;
  const index = findIndex(key);
  if (!(index in items)) return [...items];
  if (action === "remove") return items.filter((_, other) => other !== index);
  return moveItem(items, index, action === "up" ? -1 : 1);
}
