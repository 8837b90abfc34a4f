import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { createMarkupCache } from "@/http/markup-cache";
import { createRecent, textBytes } from "@/http/recent";

const KB = 1024;
const MB = 1024 ** 2;

describe("createRecent", () => {
  it("keeps what is asked for again and again, however much comes by", () => {
    const recent = createRecent<number>(2 * KB, () => 0);
    recent.set("wanted", 0);
    for (let n = 1; n < 100; n++) {
      recent.set(`other ${n}`, n);
      expect(recent.get("wanted"), String(n)).toBe(0);
    }
    expect(recent.get("other 99")).toBe(99);
    expect(recent.get("other 1")).toBeUndefined();
  });

  it("holds no more than its bound, by the bytes of keys and values", () => {
    for (const [key, bytes] of [["k", 10 * KB] as const, ["k".repeat(10 * KB), 0] as const]) {
      const recent = createRecent<number>(100 * KB, () => bytes);
      const keys = Array.from({ length: 50 }, (_, n) => `${n} ${key}`);
      for (const [n, one] of keys.entries()) recent.set(one, n);
      // Asked for backwards, so that nothing is carried over that would not be there without.
      const there = keys.toReversed().filter((one) => recent.get(one) !== undefined);
      expect(there.length).toBeGreaterThan(1);
      expect(there.length).toBeLessThan(10);
    }
  });

  it("counts the bytes of the value that replaced another", () => {
    const recent = createRecent<number>(100 * KB, (value) => value);
    const keys = ["a", "b", "c", "d", "e", "f", "g"];
    for (const key of keys) recent.set(key, 0);
    for (const key of keys) recent.set(key, 40 * KB);
    expect(keys.toReversed().filter((key) => recent.get(key) !== undefined)).toEqual(["g", "f"]);
    for (let n = 0; n < 100; n++) recent.set("g", 40 * KB);
    expect(["f", "g"].map((key) => recent.get(key))).toEqual([40 * KB, 40 * KB]);
  });

  it("keeps nothing larger than half of its room, and not what that was to replace either", () => {
    const recent = createRecent<string>(2 * KB, textBytes);
    for (const before of [0, 1, 30]) {
      recent.set("a", "1");
      recent.set("a", "2");
      for (let n = 0; n < before; n++) recent.set(String(n), "");
      expect(recent.get("a")).toBe(before < 30 ? "2" : undefined);
      recent.set("a", "x".repeat(2 * KB));
      expect(recent.get("a"), String(before)).toBeUndefined();
    }
  });
});

describe("textBytes", () => {
  it("counts two bytes a character where a letter needs them, and what a string takes besides", () => {
    expect(textBytes("é".repeat(1000))).toBe(1016);
    expect(textBytes(`${"e".repeat(999)}ș`)).toBe(2016);
  });
});

describe("createMarkupCache", () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const usedHeap = () => {
    collectGarbage();
    return getHeapStatistics().used_heap_size;
  };

  it("holds no more of the heap than its bound, of texts that were put together from many", () => {
    const most = 8 * MB;
    const markup = createMarkupCache(most);
    const before = usedHeap();
    for (let n = 0; n < 10_000; n++) {
      markup.get(`["ro","card",${n}]`, () => {
        let text = "";
        for (let part = 0; part < 100; part++) text += `<p class="ș">${n + part}</p>`;
        return text;
      });
    }
    const used = usedHeap() - before;
    expect(used).toBeGreaterThan(most / 4);
    expect(used).toBeLessThan(most * 1.1);
    expect(markup.get(`["ro","card",9999]`, () => "")).toContain("ș");
  });
});
