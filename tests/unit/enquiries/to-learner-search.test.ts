import { expect, it } from "vitest";
import { toLearnerSearch } from "@/features/enquiries/form/to-learner-search";
import { paths } from "@/shared/paths";

const LISTING = {
  subject: "m",
  levels: ["e", "m", "pe"],
  county: "cj",
  locations: ["th"],
  online: false,
  pricePerHour: 10_000,
} as const;

it.each([
  ["in person", {}, null, "?subject=m&level=e&level=m&level=pe&county=cj"],
  [
    "online too: the learner may live anywhere",
    { online: true },
    null,
    "?subject=m&level=e&level=m&level=pe&online=1",
  ],
  ["online only", { online: true, locations: [] }, 7, "?subject=m&level=m&online=1"],
  ["the level of the grade", {}, 4, "?subject=m&level=e&county=cj"],
  ["a grade of another level", {}, 9, "?subject=m&level=h&county=cj"],
  ["the exam of the grade", { levels: ["pe", "pb"] as const }, 8, "?subject=m&level=pe&county=cj"],
  ["level and exam of the grade", {}, 8, "?subject=m&level=m&level=pe&county=cj"],
  ["the level of a grade long before the exam", {}, 5, "?subject=m&level=m&county=cj"],
])("searches for a learner: %s", (_case, values, grade, query) => {
  const { levels, locations, ...listing } = { ...LISTING, ...values };
  const search = toLearnerSearch({ ...listing, levels: [...levels], locations: [...locations] }, grade);
  expect(paths.listings(search)).toBe(`${paths.listings()}${query}&max=120`);
});
