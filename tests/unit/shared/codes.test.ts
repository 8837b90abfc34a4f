import { TEXTS } from "@locales/index";

import { expect, test } from "vitest";
import { isLevelOf, LEVELS, LOCATIONS, SUBJECTS } from "@/shared/codes";
import { COUNTY_CODES, joinPlace } from "@/shared/codes/counties";
import { COUNTY_FRAMES } from "@/shared/codes/county-frames";
import { correctPlaceNames, findPlace, listNeighborhoods, listTowns } from "@/shared/codes/places";

test("every code has a name in both languages", () => {
  for (const locale of ["en", "ro"] as const) {
    const lists = (TEXTS.general?.[locale] ?? {}) as unknown as Record<string, Record<string, string>>;
    expect(Object.keys(lists.subjects ?? {}).sort()).toEqual([...SUBJECTS].sort());
    expect(Object.keys(lists.levels ?? {}).sort()).toEqual([...LEVELS].sort());
    expect(Object.keys(lists.locations ?? {}).sort()).toEqual([...LOCATIONS].sort());
  }
});

test("two subjects are part of the National Evaluation, and all but music of the Baccalaureate", () => {
  expect(SUBJECTS.filter((subject) => isLevelOf("pe", [subject]))).toEqual(["m", "ro"]);
  expect(SUBJECTS.filter((subject) => !isLevelOf("pb", [subject]))).toEqual(["mu"]);
  expect(LEVELS.filter((level) => isLevelOf(level, ["mu"]))).toEqual(
    LEVELS.filter((level) => level !== "pe" && level !== "pb"),
  );
  for (const subjects of [[], ["mu", "ro"]] as const)
    expect(LEVELS.filter((level) => isLevelOf(level, subjects))).toEqual(LEVELS);
});

test("towns and neighborhoods are within their counties", () => {
  for (const county of COUNTY_CODES) {
    const [west, south, east, north] = COUNTY_FRAMES[county].map((hundredths) => hundredths / 100);
    for (const { name, point } of [...listNeighborhoods(county), ...listTowns(county)]) {
      expect
        .soft(point.latitude, name)
        .toSatisfy((degrees) => degrees > Number(south) && degrees < Number(north));
      expect
        .soft(point.longitude, name)
        .toSatisfy((degrees) => degrees > Number(west) && degrees < Number(east));
    }
  }
});

test.each([
  ["cj", "zorilor", "Zorilor"],
  ["cj", "Cluj-Napoca, Zorilor", "Zorilor"],
  ["bv", "Schei, Brașov", "Șchei"],
  ["cj", "Cluj-Napoca", undefined],
  ["is", "Zorilor", undefined],
  [null, "Zorilor", undefined],
] as const)("findPlace(%s, %j) is %s", (county, text, name) =>
  expect(findPlace(county, text)?.name).toBe(name),
);

test("typed places get the spelling of their county's places", () => {
  expect(correctPlaceNames("is", "tatarasi, iasi")).toBe("Tătărași, Iași");
  expect(correctPlaceNames("is", "Un sat")).toBe("Un sat");
  expect(correctPlaceNames(null, "tatarasi")).toBe("tatarasi");
});

test("a county and a place name each part once", () => {
  expect(joinPlace("Brașov", "Șchei, Brașov")).toBe("Brașov, Șchei");
  expect(joinPlace("Cluj", "")).toBe("Cluj");
});
