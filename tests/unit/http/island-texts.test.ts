import profile from "@locales/profile/en.json";
import { afterEach, expect, it, vi } from "vitest";
import { selectIslandTexts } from "@/http/texts";

afterEach(() => vi.restoreAllMocks());

it("picks complete pages and parts of pages", () => {
  const { label, status } = profile.picture;
  expect(
    selectIslandTexts("en", ["profile.picture.label", "profile.picture.status", "profile.title"]),
  ).toEqual({
    profile: { picture: { label, status }, title: profile.title },
  });
  expect(selectIslandTexts("en", ["profile", "profile.picture"])).toEqual({ profile });
});

it("warns about a page or part that does not exist", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  selectIslandTexts("ro", ["nowhere", "profile.nowhere.label"]);
  expect(warn.mock.calls.map(([text]) => text)).toEqual([
    "no texts for nowhere",
    "no texts for profile.nowhere.label",
  ]);
});
