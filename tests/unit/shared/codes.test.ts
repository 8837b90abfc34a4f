import { TEXTS } from "@locales/index";
import { expect, test } from "vitest";
import { isLevelOf, LEVELS, LOCATIONS, ROLES, SESSION_MINUTES, SUBJECTS } from "@/shared/codes";
import { COUNTIES, COUNTY_CODES, joinPlace } from "@/shared/codes/counties";
import { COUNTY_FRAMES } from "@/shared/codes/county-frames";
import { correctPlaceNames, findPlace, listNeighborhoods, listTowns } from "@/shared/codes/places";

test("codes have the values that the database and the API use", () => {
  expect(SUBJECTS.join(" ")).toBe("m ro mu b a c p i e ps g h l pc s en fr de sp la");
  expect(LEVELS.join(" ")).toBe("kg e m h pe pb pu bc ms phd");
  expect(LOCATIONS.join(" ")).toBe("th lh sc tc o");
  expect(ROLES.join(" ")).toBe("u t a");
  expect(SESSION_MINUTES).toEqual([45, 50, 60, 90, 120]);
});

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

/** Code, name, seat, latitude and longitude. */
const ALL = [
  "ab Alba, Alba Iulia 46.07 23.58",
  "ar Arad, Arad 46.18 21.31",
  "ag Argeș, Pitești 44.86 24.87",
  "bc Bacău, Bacău 46.57 26.91",
  "bh Bihor, Oradea 47.05 21.92",
  "bn Bistrița-Năsăud, Bistrița 47.13 24.50",
  "bt Botoșani, Botoșani 47.75 26.67",
  "bv Brașov, Brașov 45.65 25.60",
  "br Brăila, Brăila 45.27 27.97",
  "b București, București 44.43 26.10",
  "bz Buzău, Buzău 45.15 26.82",
  "cs Caraș-Severin, Reșița 45.30 21.89",
  "cl Călărași, Călărași 44.20 27.33",
  "cj Cluj, Cluj-Napoca 46.77 23.59",
  "ct Constanța, Constanța 44.18 28.64",
  "cv Covasna, Sfântu Gheorghe 45.86 25.79",
  "db Dâmbovița, Târgoviște 44.93 25.46",
  "dj Dolj, Craiova 44.32 23.80",
  "gl Galați, Galați 45.43 28.04",
  "gr Giurgiu, Giurgiu 43.90 25.97",
  "gj Gorj, Târgu Jiu 45.04 23.27",
  "hr Harghita, Miercurea Ciuc 46.36 25.80",
  "hd Hunedoara, Deva 45.88 22.90",
  "il Ialomița, Slobozia 44.56 27.37",
  "is Iași, Iași 47.16 27.59",
  "if Ilfov, Buftea 44.57 25.95",
  "mm Maramureș, Baia Mare 47.66 23.58",
  "mh Mehedinți, Drobeta-Turnu Severin 44.63 22.66",
  "ms Mureș, Târgu Mureș 46.54 24.56",
  "nt Neamț, Piatra Neamț 46.93 26.37",
  "ot Olt, Slatina 44.43 24.36",
  "ph Prahova, Ploiești 44.94 26.02",
  "sm Satu Mare, Satu Mare 47.79 22.88",
  "sj Sălaj, Zalău 47.19 23.06",
  "sb Sibiu, Sibiu 45.80 24.15",
  "sv Suceava, Suceava 47.65 26.26",
  "tr Teleorman, Alexandria 43.97 25.33",
  "tm Timiș, Timișoara 45.75 21.23",
  "tl Tulcea, Tulcea 45.18 28.80",
  "vs Vaslui, Vaslui 46.64 27.73",
  "vl Vâlcea, Râmnicu Vâlcea 45.10 24.37",
  "vn Vrancea, Focșani 45.70 27.18",
];

test("there are 41 counties and București, each with the position of its seat", () => {
  expect(COUNTIES).toHaveLength(42);
  expect(
    COUNTIES.map(
      ({ code, name, seat, latitude, longitude }) =>
        `${code} ${name}, ${seat} ${latitude.toFixed(2)} ${longitude.toFixed(2)}`,
    ),
  ).toEqual(ALL);
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
