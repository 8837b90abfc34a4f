import type { Heap } from "./heap-snapshot";

/** What holds a part of the heap: a variable by its path, or many small objects of one kind. */
export type Holder = { name: string; bytes: number };

/** A node whose parts are named instead, if the largest part is at least this share of it. */
const SPLIT_FROM = 0.2;
/** Parts below this share of the heap are counted together by their kind. */
const SMALLEST = 0.004;
/** Names of edges in a path. */
const LONGEST_PATH = 4;

/**
 * The largest holders of a heap; their sizes do not overlap. It walks down the dominator tree from the root: what one
 * large part makes up is replaced by its parts, what consists of many small ones (a cache, a table) is a holder.
 */
export function largestHolders(heap: Heap, max: number): Holder[] {
  const found = new Map<string, number>();
  const smallest = heap.retainedSize(0) * SMALLEST;
  const add = (name: string, bytes: number) => found.set(name, (found.get(name) ?? 0) + bytes);

  function visit(node: number, path: readonly string[]): void {
    const parts = heap.dominated(node);
    const size = heap.retainedSize(node);
    const largest = parts[0] === undefined ? 0 : heap.retainedSize(parts[0]);
    if (node !== 0 && (size < smallest * 4 || largest < size * SPLIT_FROM)) {
      add(getName(heap, node, path), size);
      return;
    }
    if (node !== 0) add(getName(heap, node, path), heap.selfSize(node));
    const names = edgeNames(heap, node);
    for (const part of parts) {
      const bytes = heap.retainedSize(part);
      if (bytes < smallest) add(getKind(heap, part), bytes);
      else visit(part, [...path, names.get(part) ?? ""]);
    }
  }

  visit(0, []);
  return [...found]
    .map(([name, bytes]) => ({ name, bytes }))
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, max);
}

/** The names by which a node holds others: properties and variables, and of V8's own the source text of a script. */
function edgeNames(heap: Heap, node: number): Map<number, string> {
  const names = new Map<number, string>();
  heap.eachEdge(node, (target, name, type) => {
    const isNamed = type === "property" || type === "context" || name === "source";
    if (isNamed && !names.has(target)) names.set(target, name);
  });
  return names;
}

function getName(heap: Heap, node: number, path: readonly string[]): string {
  const named = path.filter((name) => name !== "").slice(-LONGEST_PATH);
  return named.length > 0 ? `${named.join(".")} (${getKind(heap, node)})` : getKind(heap, node);
}

/** The class of an object, or what it is to V8. */
function getKind(heap: Heap, node: number): string {
  const type = heap.type(node);
  if (type === "object" || type === "native") return heap.name(node) || type;
  if (type === "code") return `code: ${heap.name(node).replace(/^system \/ /, "")}`;
  return type;
}
