import { deleteDraft, findDraft, listNewDrafts, storeDraft } from "@client/drafts/stored-drafts";
import { describe, expect, it } from "vitest";

/** A Storage backed by a Map; `capacity` is the maximum number of entries. */
function createStorage(capacity = 100): Storage {
  const entries = new Map<string, string>();
  const methods = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem(key: string, value: string) {
      if (!entries.has(key) && entries.size >= capacity) throw new DOMException("full", "QuotaExceededError");
      entries.set(key, value);
    },
    removeItem: (key: string) => void entries.delete(key),
  };
  return new Proxy(methods as unknown as Storage, {
    ownKeys: () => [...entries.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
}

describe("stored drafts", () => {
  const form = (id: string, version: number | null, at = 1) => ({ id, version, at, values: { title: [id] } });

  it("are found only by their form and account", () => {
    const storage = createStorage();
    expect(storeDraft(storage, "anna", form("a", 3))).toBe(true);
    expect(findDraft(storage, "anna", "a")).toEqual(form("a", 3));
    expect(findDraft(storage, "ion", "a")).toBeNull();
    expect(findDraft(storage, "anna", "b")).toBeNull();
    deleteDraft(storage, "anna", "a");
    expect(findDraft(storage, "anna", "a")).toBeNull();
  });

  it("of new listings are found without an id, newest first, until saved", () => {
    const storage = createStorage();
    storeDraft(storage, "anna", form("old", null, 1));
    storeDraft(storage, "anna", form("new", null, 2));
    storeDraft(storage, "ion", form("other", null, 3));
    expect(listNewDrafts(storage, "anna").map(({ id }) => id)).toEqual(["new", "old"]);
    storeDraft(storage, "anna", form("new", 1));
    expect(listNewDrafts(storage, "anna").map(({ id }) => id)).toEqual(["old"]);
    expect(findDraft(storage, "anna", "new")?.version).toBe(1);
  });

  it("are missing when storage is full or contains other data", () => {
    const storage = createStorage(0);
    expect(storeDraft(storage, "anna", form("a", 1))).toBe(false);
    const strange = createStorage();
    strange.setItem("drafts/anna/a", "{broken");
    strange.setItem("drafts/anna/new/b", '"text"');
    expect(findDraft(strange, "anna", "a")).toBeNull();
    expect(listNewDrafts(strange, "anna")).toEqual([]);
  });
});
