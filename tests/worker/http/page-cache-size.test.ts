import { describe, expect, test } from "vitest";
import { createPageCache } from "@/http/page-cache";
import { newId } from "@/shared/ids";

describe("createPageCache", () => {
  const page = (size: number, cachedTs = 0) => ({
    cachedTs,
    bytes: new Uint8Array(size),
    headers: new Headers(),
    statisticsEvents: undefined,
  });

  test("evicts the oldest page first, and skips a page that is too large", () => {
    const cache = createPageCache();
    const third = 3 * 1024 ** 2;
    for (const key of ["a", "b", "c"]) cache.set(key, page(third));
    expect(["a", "b", "c"].map((key) => cache.find(key, 0) !== null)).toEqual([false, true, true]);
    cache.set("huge", page(9 * 1024 ** 2));
    expect(["b", "c", "huge"].map((key) => cache.find(key, 0) !== null)).toEqual([true, true, false]);
  });

  test("is bounded by the bytes of URLs, headers and events too", () => {
    const much = Array.from({ length: 100 }, (_, n) => n);
    const heavy = [
      { ...page(0), headers: new Headers(much.map((n) => [`x-${n}`, "v".repeat(10_000)])) },
      {
        ...page(0),
        statisticsEvents: much
          .flatMap(() => much)
          .map(() => ({ listingId: newId(), kind: "impression" as const })),
      },
    ];
    for (const heavyPage of heavy) {
      const cache = createPageCache();
      for (const n of much) cache.set(String(n), heavyPage);
      const cachedPages = much.toReversed().filter((n) => cache.find(String(n), 0) !== null);
      expect(cachedPages.length).toBeGreaterThan(1);
      expect(cachedPages.length).toBeLessThan(10);
    }
    const cache = createPageCache();
    const keys = much.map((n) => `${n} ${"ș".repeat(500_000)}`);
    for (const key of keys) cache.set(key, page(0));
    expect(keys.toReversed().filter((key) => cache.find(key, 0) !== null).length).toBeLessThan(9);
  });

  test("caches from the second request within two seconds, and stores at most 256 kB of URLs", () => {
    const cache = createPageCache();
    expect([0, 1999, 3999].map((now) => cache.recordRequest("a", now))).toEqual([false, true, false]);
    for (let n = 0; n < 3000; n++) cache.recordRequest(`other ${n}`, 4000);
    expect(["a", "other 2999"].map((key) => cache.recordRequest(key, 4001))).toEqual([false, true]);
  });

  test("counts a replaced page once, and drops one that is a second old", () => {
    const cache = createPageCache();
    for (let n = 0; n < 10; n++) cache.set("a", page(3 * 1024 ** 2));
    cache.set("b", page(3 * 1024 ** 2));
    expect(["a", "b"].map((key) => cache.find(key, 999) !== null)).toEqual([true, true]);
    expect(cache.find("a", 1000)).toBeNull();
    expect(cache.find("b", -1)).toBeNull();
  });
});
