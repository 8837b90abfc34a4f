import type { County } from "@/shared/codes";

// Phrases are normalized: lower case, without diacritics and punctuation. A comma separates them. The names of
// counties, towns and neighborhoods come from src/shared/codes.

/** What counties and their seats are called besides their names. */
export const COUNTY_PHRASES: Partial<Record<County, string>> = {
  ab: "alba iulia",
  bn: "bistrita nasaud",
  b: "buc, bucale, bucharest, bucurestiului, capitala",
  cj: "cluj napoca, clujului",
  cv: "sf gheorghe, sfantul gheorghe",
  db: "dimbovita",
  gj: "tg jiu",
  hr: "m ciuc",
  is: "iasului",
  mh: "turnu severin, drobeta, drobeta tr severin, dr tr severin, tr severin",
  ms: "tg mures",
  nt: "piatra neamt",
  tm: "timis",
  vl: "rm valcea, rm vilcea",
};

/** Towns whose names are also first names, surnames or common words. They are towns only after "in" or "din". */
export const AMBIGUOUS_TOWNS: readonly string[] = [
  "roman",
  "brad",
  "titu",
  "carei",
  "grigorescu",
  "astra",
  "bartolomeu",
  "fabric",
  "muncii",
  "ovidiu",
  "baciu",
  "domenii",
];
