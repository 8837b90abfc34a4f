import type { County } from "@/shared/codes";

// Phrases are normalized: lower case, without diacritics and punctuation. A comma separates them. The names of
// counties, seats and larger towns come from src/shared/codes.

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

/** Neighborhoods of București, where most people name no city. */
export const BUCHAREST_NEIGHBORHOODS = `13 Septembrie, 1 Mai, Apărătorii Patriei, Aviației, Aviatorilor, Băneasa,
  Berceni, Brâncoveanu, Bucureștii Noi, Calea Victoriei, Calea Călărași, Chitila Triaj, Colentina, Cotroceni, Crângași,
  Dămăroaia, Domenii, Dorobanți, Dristor, Drumul Sării, Drumul Taberei, Eroii Revoluției, Ferentari, Floreasca,
  Fundeni, Gara de Nord, Ghencea, Giulești, Giurgiului, Iancului, Lujerului, Mihai Bravu, Militari, Moșilor, Muncii, Obor, Pajura,
  Pantelimon, Piața Sudului, Piața Unirii, Piața Victoriei, Pipera, Politehnica Petrache Poenaru, Prelungirea Ghencea,
  Primăverii, Rahova, Sălăjan, Străulești, Ștefan cel Mare, Tei, Tineretului, Titan, Timpuri Noi, Vatra Luminoasă,
  Văcărești, Vitan, Aurel Vlaicu`;

/** Villages and neighborhoods next to large cities, and small towns of Ilfov. */
export const OTHER_PLACES: Partial<Record<County, string>> = {
  cj: "Florești Cluj, Mănăștur, Zorilor, Mărăști, Apahida, Baciu",
  ct: "Mamaia, Ovidiu",
  if: `Bragadiru, Chiajna, Chitila, Corbeanca, Domnești, Mogoșoaia, Măgurele, Snagov, Tunari, Balotești, Dobroești,
    Afumați, Jilava`,
  is: "Copou, Tătărași, Păcurari, Nicolina, Miroslava, Valea Lupului",
  sb: "Șelimbăr",
  tm: "Dumbrăvița, Giroc, Moșnița Nouă, Ghiroda",
};

/** Towns whose names are also first names, surnames or common words. They are towns only after "in" or "din". */
export const AMBIGUOUS_TOWNS: readonly string[] = [
  "roman",
  "brad",
  "titu",
  "carei",
  "tei",
  "muncii",
  "ovidiu",
  "baciu",
  "domenii",
];
