import { describe, expect, it } from "vitest";
import { createRecent } from "@/http/recent";

describe("createRecent", () => {
  it("keeps what is asked for again and again, however much comes by", () => {
    const recent = createRecent<number>(10, () => 1);
    recent.set("wanted", 0);
    for (let n = 1; n < 100; n++) {
      recent.set(`other ${n}`, n);
      expect(recent.get("wanted"), String(n)).toBe(0);
    }
    expect(recent.get("other 99")).toBe(99);
    expect(recent.get("other 1")).toBeUndefined();
  });

  it("holds no more than its bound, by the sizes of keys and values", () => {
    const most = 100;
    const recent = createRecent<string>(most, (key, value) => key.length + value.length);
    const keys = Array.from({ length: 50 }, (_, n) => `key ${n}`);
    for (const key of keys) recent.set(key, "x".repeat(10));
    // Asked for backwards, so that nothing is carried over that would not be there without.
    const there = keys.toReversed().flatMap((key) => recent.get(key) ?? []);
    expect(there.length).toBeGreaterThan(1);
    expect(there.length * 16).toBeLessThanOrEqual(most);
  });

  it("keeps a value anew in its place, and nothing larger than its room", () => {
    const recent = createRecent<string>(20, (_, value) => value.length);
    recent.set("a", "1");
    recent.set("a", "2");
    recent.set("huge", "x".repeat(100));
    expect(["a", "huge"].map((key) => recent.get(key))).toEqual(["2", undefined]);
  });
});
