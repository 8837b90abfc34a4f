/** A heap snapshot of V8 as its inspector writes it, and the sizes that follow from it. */
export type HeapSnapshot = {
  snapshot: {
    meta: {
      node_fields: string[];
      node_types: [string[], ...unknown[]];
      edge_fields: string[];
      edge_types: [string[], ...unknown[]];
    };
  };
  nodes: number[];
  edges: number[];
  strings: string[];
};

export type Heap = {
  /** Number of nodes; the first is the root. */
  count: number;
  name(node: number): string;
  /** V8's kind of node: object, string, closure, code, … */
  type(node: number): string;
  /** Bytes of the node alone. */
  selfSize(node: number): number;
  /** Bytes that the collector would free without this node: those of the node and of all that only it reaches. */
  retainedSize(node: number): number;
  /** The parent of a node in the dominator tree; the root's is the root. */
  dominator(node: number): number;
  /** Children of a node in the dominator tree, largest first. */
  dominated(node: number): number[];
  /** Calls `visit` for each edge of a node that keeps its target alive. */
  eachEdge(node: number, visit: (target: number, name: string, type: string) => void): void;
};

/**
 * Reads a snapshot and computes its dominator tree (Cooper, Harvey and Kennedy: A Simple, Fast Dominance Algorithm).
 */
export function readHeap({ snapshot: { meta }, nodes, edges, strings }: HeapSnapshot): Heap {
  const nodeWidth = meta.node_fields.length;
  const edgeWidth = meta.edge_fields.length;
  const [typeAt, nameAt, sizeAt, edgesAt] = ["type", "name", "self_size", "edge_count"].map((field) =>
    meta.node_fields.indexOf(field),
  ) as [number, number, number, number];
  const [edgeTypeAt, edgeNameAt, targetAt] = ["type", "name_or_index", "to_node"].map((field) =>
    meta.edge_fields.indexOf(field),
  ) as [number, number, number];
  const [nodeTypes] = meta.node_types;
  const [edgeTypes] = meta.edge_types;
  const weak = edgeTypes.indexOf("weak");
  const numbered = new Set(["element", "hidden"].map((type) => edgeTypes.indexOf(type)));
  const count = nodes.length / nodeWidth;
  const nodeField = (node: number, field: number) => nodes[node * nodeWidth + field] as number;
  const edgeField = (edge: number, field: number) => edges[edge * edgeWidth + field] as number;

  const firstEdge = new Uint32Array(count + 1);
  for (let node = 0; node < count; node++)
    firstEdge[node + 1] = (firstEdge[node] as number) + nodeField(node, edgesAt);
  const getTarget = (edge: number) => edgeField(edge, targetAt) / nodeWidth;
  const isStrong = (edge: number) => edgeField(edge, edgeTypeAt) !== weak;

  // Nodes in postorder: a depth-first walk with a stack of its own, since chains are longer than the call stack.
  const order = new Int32Array(count).fill(-1);
  const byOrder: number[] = [];
  const nextEdge = firstEdge.slice(0, count);
  const stack = [0];
  const seen = new Uint8Array(count);
  seen[0] = 1;
  while (stack.length > 0) {
    const node = stack.at(-1) as number;
    const edge = nextEdge[node] as number;
    if (edge === firstEdge[node + 1]) {
      stack.pop();
      order[node] = byOrder.length;
      byOrder.push(node);
      continue;
    }
    nextEdge[node] = edge + 1;
    const target = getTarget(edge);
    if (!isStrong(edge) || seen[target]) continue;
    seen[target] = 1;
    stack.push(target);
  }

  const predecessors: number[][] = Array.from({ length: count }, () => []);
  for (const node of byOrder)
    for (let edge = firstEdge[node] as number; edge < (firstEdge[node + 1] as number); edge++)
      if (isStrong(edge)) predecessors[getTarget(edge)]?.push(node);

  const dominators = new Int32Array(count).fill(-1);
  dominators[0] = 0;
  const common = (a: number, b: number): number => {
    let [left, right] = [a, b];
    while (left !== right) {
      while ((order[left] as number) < (order[right] as number)) left = dominators[left] as number;
      while ((order[right] as number) < (order[left] as number)) right = dominators[right] as number;
    }
    return left;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (let n = byOrder.length - 2; n >= 0; n--) {
      const node = byOrder[n] as number;
      let dominator = -1;
      for (const before of predecessors[node] ?? []) {
        if (dominators[before] === -1) continue;
        dominator = dominator === -1 ? before : common(before, dominator);
      }
      if (dominators[node] !== dominator) {
        dominators[node] = dominator;
        changed = true;
      }
    }
  }

  const retained = new Float64Array(count);
  const dominatedNodes: number[][] = Array.from({ length: count }, () => []);
  for (const node of byOrder) {
    retained[node] = (retained[node] as number) + nodeField(node, sizeAt);
    const dominator = dominators[node] as number;
    if (node === 0) continue;
    retained[dominator] = (retained[dominator] as number) + (retained[node] as number);
    dominatedNodes[dominator]?.push(node);
  }

  return {
    count,
    name: (node) => strings[nodeField(node, nameAt)] ?? "",
    type: (node) => nodeTypes[nodeField(node, typeAt)] ?? "",
    selfSize: (node) => nodeField(node, sizeAt),
    retainedSize: (node) => retained[node] ?? 0,
    dominator: (node) => dominators[node] ?? -1,
    dominated: (node) =>
      (dominatedNodes[node] ?? []).toSorted((a, b) => (retained[b] as number) - (retained[a] as number)),
    eachEdge(node, visit) {
      for (let edge = firstEdge[node] as number; edge < (firstEdge[node + 1] as number); edge++) {
        if (!isStrong(edge)) continue;
        const type = edgeField(edge, edgeTypeAt);
        const name = edgeField(edge, edgeNameAt);
        visit(
          getTarget(edge),
          numbered.has(type) ? String(name) : (strings[name] ?? ""),
          edgeTypes[type] ?? "",
        );
      }
    },
  };
}
