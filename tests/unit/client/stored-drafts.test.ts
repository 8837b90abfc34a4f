// @vitest-environment happy-dom

import { deleteStaleDrafts } from "@client/drafts/delete-stale-drafts";
import { deleteDraft, findDraft, listNewDrafts, storeDraft } from "@client/drafts/stored-drafts";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { SUBMITTED_FORM_KEY } from "@/shared/draft-keys";

const DRAFT = "drafts/anna/abc";
const OTHER = "drafts/anna/other";
const postMessage = vi.fn();

beforeEach(() => {
  vi.stubGlobal("BroadcastChannel", function open() {
    return { postMessage, close: () => {} };
  });
  document.body.dataset.visitor = "anna";
  for (const key of [DRAFT, OTHER]) localStorage.setItem(key, "{}");
});
afterEach(() => {
  vi.unstubAllGlobals();
  postMessage.mockClear();
  localStorage.clear();
  sessionStorage.clear();
  delete document.body.dataset.afterDeletion;
});

/** The page that the browser shows after the form of the listing `abc` was sent. */
function land(path: string): void {
  window.location.href = `https://catedra.test${path}`;
  deleteStaleDrafts(document);
}
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith("drafts/"));

test.each([
  "/profile/listings?done=pending&id=abc",
  "/ro/profile/listings?done=saved&id=abc",
  "/admin/listings/abc",
])("a form that redirected to %s is saved: its draft is deleted, and other tabs are notified", (path) => {
  sessionStorage.setItem(SUBMITTED_FORM_KEY, "abc");
  land(path);
  expect(drafts()).toEqual([OTHER]);
  expect(postMessage.mock.calls).toEqual([[{ id: "abc" }]]);
});

test.each([
  "/tutoring/create",
  "/tutoring/abc/edit",
  "/profile/listings?done=paused&id=other",
  "/sign-in?next=%2Fprofile%2Flistings",
  "/",
])("after a form that redirected to %s the draft stays, on any next page", (path) => {
  sessionStorage.setItem(SUBMITTED_FORM_KEY, "abc");
  land(path);
  land("/profile/listings?done=pending&id=abc");
  expect(drafts().sort()).toEqual([DRAFT, OTHER]);
  expect(postMessage).not.toHaveBeenCalled();
});

test("a form with a field called action is no sign-out, and one that signs out is", () => {
  deleteStaleDrafts(document);
  const submit = (action: string) => {
    document.body.innerHTML = `<form action="${action}"><button name="action"></button></form>`;
    const form = document.querySelector("form");
    // As browsers do, which happy-dom does not.
    Object.defineProperty(form, "action", { value: form?.querySelector("button") });
    form?.dispatchEvent(new Event("submit", { bubbles: true }));
  };
  submit("/shortlist");
  expect(drafts().sort()).toEqual([DRAFT, OTHER]);
  // What a guest typed before in this tab.
  sessionStorage.setItem("drafts//enquire/abc", "{}");
  submit("/ro/sign-out");
  expect([...drafts(), sessionStorage.getItem("drafts//enquire/abc")]).toEqual([null]);
});

test("a guest's texts are deleted seven days after the last change, and those of accounts stay", () => {
  document.body.dataset.visitor = "";
  const daysAgo = (days: number) => Date.now() - days * 86_400_000;
  for (const [id, value] of [
    ["recent", [{}, daysAgo(6.9)]],
    ["old", [{}, daysAgo(7.1)]],
    ["undated", [{}]],
    ["damaged", "{"],
  ] as const)
    localStorage.setItem(`drafts//${id}`, typeof value === "string" ? value : JSON.stringify(value));
  land("/");
  expect(drafts().sort()).toEqual(["drafts//recent", DRAFT, OTHER]);
});

const UPLOAD = "tus::anna/images/a.png::1";
/** Sends a form, which leaves the page unless a script handles it. */
function sendForm({ byScript = false } = {}): void {
  deleteStaleDrafts(document);
  document.body.innerHTML = "<form method=post></form>";
  const form = document.querySelector("form");
  if (byScript) form?.addEventListener("submit", (event) => event.preventDefault());
  form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
}

test("after a deletion, all texts and interrupted uploads of a signed-out browser are deleted", () => {
  document.body.dataset.afterDeletion = "";
  localStorage.setItem(UPLOAD, "{}");
  localStorage.setItem("kept", "1");
  sendForm();
  land("/enquiries/abc");
  expect(drafts()).toEqual([OTHER]);
  document.body.dataset.visitor = "";
  sendForm();
  land("/account-deleted");
  expect(Object.keys(localStorage)).toEqual(["kept"]);
});

test("a link to the page after a deletion deletes nothing, nor does a form that stayed on its page", () => {
  document.body.dataset.visitor = "";
  sendForm();
  land("/");
  document.body.dataset.afterDeletion = "";
  sendForm({ byScript: true });
  land("/account-deleted");
  expect(drafts().sort()).toEqual([DRAFT, OTHER]);
});

test("texts and interrupted uploads of another account are deleted, and a guest's", () => {
  for (const key of [UPLOAD, "tus::bogdan/images/a.png::1", "tus::/images/a.png::1", "drafts/bogdan/x"])
    localStorage.setItem(key, "{}");
  land("/");
  expect(Object.keys(localStorage).sort()).toEqual([DRAFT, OTHER, UPLOAD].sort());
});

describe("stored drafts", () => {
  beforeEach(() => localStorage.clear());

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
