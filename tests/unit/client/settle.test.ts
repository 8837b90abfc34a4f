// @vitest-environment happy-dom
import { noteSent } from "@client/drafts/sent";
import { settleKeptForms } from "@client/drafts/settle";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const KEPT = "listing-form/anna/abc";
const OTHER = "listing-form/anna/other";
const told = vi.fn();

beforeEach(() => {
  vi.stubGlobal("BroadcastChannel", function open() {
    return { postMessage: told, close: () => {} };
  });
  document.body.dataset.visitor = "anna";
  for (const key of [KEPT, OTHER]) localStorage.setItem(key, "{}");
});
afterEach(() => {
  vi.unstubAllGlobals();
  told.mockClear();
  localStorage.clear();
  sessionStorage.clear();
});

/** A page that the browser shows after the form of the listing `abc` was sent. */
function land(path: string): void {
  window.location.href = `https://catedra.test${path}`;
  settleKeptForms(document);
}
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith("listing-form/"));

test.each([
  "/profile/listings?done=pending&id=abc",
  "/ro/profile/listings?done=saved&id=abc",
  "/admin/listings/abc",
])("a form that led to %s is saved: what was kept of it goes, and other tabs hear of it", (path) => {
  noteSent("abc");
  land(path);
  expect(kept()).toEqual([OTHER]);
  expect(told.mock.calls).toEqual([[{ id: "abc" }]]);
});

test.each([
  "/tutoring/create",
  "/tutoring/abc/edit",
  "/profile/listings",
  "/profile/listings?done=paused&id=other",
  "/admin/listings/other",
  "/sign-in?next=%2Fprofile%2Flistings",
  "/",
])("after a form that led to %s what was kept stays, whatever page comes next", (path) => {
  noteSent("abc");
  land(path);
  land("/profile/listings?done=pending&id=abc");
  expect(kept().sort()).toEqual([KEPT, OTHER]);
  expect(told).not.toHaveBeenCalled();
});

test("without a form on its way nothing goes", () => {
  land("/profile/listings?done=pending&id=abc");
  expect(kept().sort()).toEqual([KEPT, OTHER]);
});
