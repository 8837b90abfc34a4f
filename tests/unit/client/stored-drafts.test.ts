// @vitest-environment happy-dom

import { deleteDraft, findDraft, listNewDrafts, storeDraft } from "@client/drafts/stored-drafts";
import { afterEach, describe, expect, it, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe("stored drafts", () => {
  const form = (id: string, version: number | null, at = 1) => ({ id, version, at, values: { title: [id] } });

  it("are found only by their form and account", () => {
    expect(storeDraft("anna", form("a", 3))).toBe(true);
    expect(findDraft("anna", "a")).toEqual(form("a", 3));
    expect(findDraft("ion", "a")).toBeNull();
    expect(findDraft("anna", "b")).toBeNull();
    deleteDraft("anna", "a");
    expect(findDraft("anna", "a")).toBeNull();
  });

  it("of new listings are found without an id, newest first, until saved", () => {
    storeDraft("anna", form("old", null, 1));
    storeDraft("anna", form("new", null, 2));
    storeDraft("ion", form("other", null, 3));
    expect(listNewDrafts("anna").map(({ id }) => id)).toEqual(["new", "old"]);
    storeDraft("anna", form("new", 1));
    expect(listNewDrafts("anna").map(({ id }) => id)).toEqual(["old"]);
    expect(findDraft("anna", "new")?.version).toBe(1);
  });

  it("are missing when storage is full or contains other data", () => {
    localStorage.setItem("drafts/anna/a", "{broken");
    localStorage.setItem("drafts/anna/new/b", '"text"');
    expect(findDraft("anna", "a")).toBeNull();
    expect(listNewDrafts("anna")).toEqual([]);
    const setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    vi.stubGlobal("localStorage", { setItem, removeItem: () => {} });
    expect(storeDraft("anna", form("a", 1))).toBe(false);
  });
});
