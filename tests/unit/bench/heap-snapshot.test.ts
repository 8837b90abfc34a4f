import { describe, expect, it } from "vitest";
import { type HeapSnapshot, readHeap } from "../../../bench/memory/heap-snapshot";
import { largestHolders } from "../../../bench/memory/largest-holders";

type Edge = [type: string, name: string, to: string];
type Node = { type?: string; size: number; edges?: Edge[] };

const NODE_TYPES = ["synthetic", "object", "string"];
const EDGE_TYPES = ["element", "property", "context", "weak"];

/** A snapshot of nodes by their names, as V8 writes it; the first is the root. */
function snapshot(nodes: Record<string, Node>): HeapSnapshot {
  const names = Object.keys(nodes);
  const strings = [
    ...new Set(
      Object.entries(nodes).flatMap(([name, { edges = [] }]) => [name, ...edges.map(([, edge]) => edge)]),
    ),
  ];
  return {
    snapshot: {
      meta: {
        node_fields: ["type", "name", "id", "self_size", "edge_count", "detachedness"],
        node_types: [NODE_TYPES],
        edge_fields: ["type", "name_or_index", "to_node"],
        edge_types: [EDGE_TYPES],
      },
    },
    strings,
    nodes: Object.entries(nodes).flatMap(([name, { type = "object", size, edges = [] }], id) => [
      NODE_TYPES.indexOf(type),
      strings.indexOf(name),
      id,
      size,
      edges.length,
      0,
    ]),
    edges: Object.values(nodes).flatMap(({ edges = [] }) =>
      edges.flatMap(([type, name, to]) => [
        EDGE_TYPES.indexOf(type),
        type === "element" ? Number(name) : strings.indexOf(name),
        names.indexOf(to) * 6,
      ]),
    ),
  };
}

const heap = () =>
  readHeap(
    snapshot({
      root: {
        type: "synthetic",
        size: 0,
        edges: [
          ["property", "app", "App"],
          ["property", "other", "Other"],
        ],
      },
      App: {
        size: 10,
        edges: [
          ["context", "cache", "Map"],
          ["property", "shared", "Shared"],
          ["weak", "seen", "Weak"],
        ],
      },
      Map: {
        size: 100,
        edges: [
          ["element", "1", "Entry"],
          ["element", "2", "text"],
        ],
      },
      Entry: { size: 40, edges: [["property", "self", "Map"]] },
      text: { type: "string", size: 60 },
      Other: { size: 20, edges: [["property", "shared", "Shared"]] },
      Shared: { size: 70 },
      Weak: { size: 1000 },
    }),
  );

describe("readHeap", () => {
  it("computes retained sizes with cycles, without weak references", () => {
    const { count, name, retainedSize } = heap();
    const sizes = Array.from({ length: count }, (_, node) => [name(node), retainedSize(node)]);
    expect(Object.fromEntries(sizes)).toEqual({
      root: 300,
      App: 210,
      Map: 200,
      Entry: 40,
      text: 60,
      Other: 20,
      Shared: 70,
      Weak: 0,
    });
  });
});

describe("largestHolders", () => {
  it("names the largest holders by path and counts nothing twice", () => {
    const holders = largestHolders(heap(), 10);
    expect(holders.map(({ bytes }) => bytes).reduce((sum, bytes) => sum + bytes)).toBe(300);
    expect(holders[0]?.name).toBe("app.cache (Map)");
    expect(holders.find(({ name }) => name.includes("Shared"))?.bytes).toBe(70);
  });
});
