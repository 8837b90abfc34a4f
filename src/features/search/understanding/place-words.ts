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
  Balta Albă, Baba Novac, Berceni, Brâncoveanu, Bucureștii Noi, Calea Victoriei, Calea Călărași, Chitila Triaj, Colentina, Cotroceni, Crângași,
  Dămăroaia, Domenii, Dorobanți, Dristor, Drumul Sării, Drumul Taberei, Eroii Revoluției, Ferentari, Floreasca,
  Fundeni, Gara de Nord, Ghencea, Giulești, Giurgiului, Grivița, Grozăvești, Herăstrău, Iancului, Lacul Tei, Lujerului,
  Nicolae Grigorescu, Mihai Bravu, Militari, Moșilor, Muncii, Obor, Pajura,
  Pantelimon, Piața Alba Iulia, Piața Iancului, Piața Muncii, Piața Romană, Piața Sudului, Piața Unirii, Piața Victoriei, Pipera, Politehnica Petrache Poenaru, Prelungirea Ghencea,
  Primăverii, Rahova, Sălăjan, Străulești, Ștefan cel Mare, Tei, Tineretului, Titan, Timpuri Noi, Vatra Luminoasă,
  Văcărești, Vitan, Aurel Vlaicu`;

/** Neighborhoods of large cities, villages next to them, and small towns of Ilfov. */
export const OTHER_PLACES: Partial<Record<County, string>> = {
  bv: "Astra, Bartolomeu, Răcădău, Schei, Tractorul",
  cj: "Florești, Mănăștur, Zorilor, Mărăști, Gheorgheni, Grigorescu, Apahida, Baciu",
  ct: "Faleza Nord, Faleza Sud, Mamaia, Mamaia Nord, Ovidiu, Tomis Nord, Tomis III",
  if: `Bragadiru, Chiajna, Chitila, Corbeanca, Domnești, Mogoșoaia, Măgurele, Snagov, Tunari, Balotești, Dobroești,
    Afumați, Jilava`,
  is: "Copou, Tătărași, Păcurari, Nicolina, Podu Roș, Miroslava, Valea Lupului",
  sb: "Șelimbăr",
  tm: "Fabric, Iosefin, Elisabetin, Girocului, Dumbrăvița, Giroc, Moșnița Nouă, Ghiroda",
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
