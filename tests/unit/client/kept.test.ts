import { forget, keep, keptNew, keptOf } from "@client/drafts/kept";
import { describe, expect, it } from "vitest";

/** What browsers keep, as far as a Map does; `room` is how many entries fit. */
function storageOf(room = 100): Storage {
  const entries = new Map<string, string>();
  const methods = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem(key: string, value: string) {
      if (!entries.has(key) && entries.size >= room) throw new DOMException("full", "QuotaExceededError");
      entries.set(key, value);
    },
    removeItem: (key: string) => void entries.delete(key),
  };
  return new Proxy(methods as unknown as Storage, {
    ownKeys: () => [...entries.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
}

describe("what a browser keeps of forms", () => {
  const form = (id: string, version: number | null, at = 1) => ({ id, version, at, values: { title: [id] } });

  it("is found by its form and account alone", () => {
    const storage = storageOf();
    expect(keep(storage, "anna", form("a", 3))).toBe(true);
    expect(keptOf(storage, "anna", "a")).toEqual(form("a", 3));
    expect(keptOf(storage, "ion", "a")).toBeNull();
    expect(keptOf(storage, "anna", "b")).toBeNull();
    forget(storage, "anna", "a");
    expect(keptOf(storage, "anna", "a")).toBeNull();
  });

  it("of new listings is found without an id, the newest first, until they are saved", () => {
    const storage = storageOf();
    keep(storage, "anna", form("old", null, 1));
    keep(storage, "anna", form("new", null, 2));
    keep(storage, "ion", form("other", null, 3));
    expect(keptNew(storage, "anna").map(({ id }) => id)).toEqual(["new", "old"]);
    keep(storage, "anna", form("new", 1));
    expect(keptNew(storage, "anna").map(({ id }) => id)).toEqual(["old"]);
    expect(keptOf(storage, "anna", "new")?.version).toBe(1);
  });

  it("is nothing where the store is full or holds something else", () => {
    const storage = storageOf(0);
    expect(keep(storage, "anna", form("a", 1))).toBe(false);
    const strange = storageOf();
    strange.setItem("listing-form/anna/a", "{broken");
    strange.setItem("listing-form/anna/new/b", '"text"');
    expect(keptOf(strange, "anna", "a")).toBeNull();
    expect(keptNew(strange, "anna")).toEqual([]);
  });
});
