import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { createLruCache, textBytes } from "@/http/lru-cache";

const KB = 1024;
const MB = 1024 ** 2;

describe("createLruCache", () => {
  it("keeps a value that is read again and again while others are added", () => {
    const cache = createLruCache<number>(2 * KB, () => 0);
    cache.set("wanted", 0);
    for (let n = 1; n < 100; n++) {
      cache.set(`other ${n}`, n);
      expect(cache.get("wanted"), String(n)).toBe(0);
    }
    expect(cache.get("other 99")).toBe(99);
    expect(cache.get("other 1")).toBeUndefined();
  });

  it("holds at most its bound, counted in bytes of keys and values", () => {
    for (const [key, bytes] of [["k", 10 * KB] as const, ["k".repeat(10 * KB), 0] as const]) {
      const cache = createLruCache<number>(100 * KB, () => bytes);
      const keys = Array.from({ length: 50 }, (_, n) => `${n} ${key}`);
      for (const [n, name] of keys.entries()) cache.set(name, n);
      // Read backwards, so that no read saves a value from eviction.
      const stored = keys.toReversed().filter((name) => cache.get(name) !== undefined);
      expect(stored.length).toBeGreaterThan(1);
      expect(stored.length).toBeLessThan(10);
    }
  });

  it("counts the bytes of a replaced value once", () => {
    const cache = createLruCache<number>(100 * KB, (value) => value);
    const keys = ["a", "b", "c", "d", "e", "f", "g"];
    for (const key of keys) cache.set(key, 0);
    for (const key of keys) cache.set(key, 40 * KB);
    expect(keys.toReversed().filter((key) => cache.get(key) !== undefined)).toEqual(["g", "f"]);
    for (let n = 0; n < 100; n++) cache.set("g", 40 * KB);
    expect(["f", "g"].map((key) => cache.get(key))).toEqual([40 * KB, 40 * KB]);
  });

  it("stores no value larger than half of its bound, and drops the value that it replaces", () => {
    const cache = createLruCache<string>(2 * KB, textBytes);
    for (const before of [0, 1, 30]) {
      cache.set("a", "1");
      cache.set("a", "2");
      for (let n = 0; n < before; n++) cache.set(String(n), "");
      expect(cache.get("a")).toBe(before < 30 ? "2" : undefined);
      cache.set("a", "x".repeat(2 * KB));
      expect(cache.get("a"), String(before)).toBeUndefined();
    }
  });
});

describe("textBytes", () => {
  it("counts two bytes a character if a letter needs them, and the overhead of a string", () => {
    expect(textBytes("é".repeat(1000))).toBe(1016);
    expect(textBytes(`${"e".repeat(999)}ș`)).toBe(2016);
  });
});

describe("the heap that a cache takes", () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const usedHeap = () => {
    collectGarbage();
    return getHeapStatistics().used_heap_size;
  };

  it("stays within its bound, also with concatenated texts", () => {
    const max = 8 * MB;
    const markup = createLruCache(max, textBytes);
    const before = usedHeap();
    for (let n = 0; n < 10_000; n++) {
      markup.getOrCreate(`["ro","card",${n}]`, () => {
        let text = "";
        for (let part = 0; part < 100; part++) text += `<p class="ș">${n + part}</p>`;
        return text;
      });
    }
    const used = usedHeap() - before;
    expect(used).toBeGreaterThan(max / 4);
    expect(used).toBeLessThan(max * 1.1);
    expect(markup.getOrCreate(`["ro","card",9999]`, () => "")).toContain("ș");
  });
});
