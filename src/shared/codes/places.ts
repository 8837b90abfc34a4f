import type { Point } from "@/shared/geo";
import { withoutMarks } from "@/shared/text";
import { type County, countySeat } from "./counties";

/** A town or neighborhood by its local name, with its centre to about 500 m. */
export type Place = { name: string; point: Point };

// Each name is followed by latitude and longitude in thousandths of a degree.

/** The larger towns of each county besides its seat. București is one city. */
const TOWNS: Record<Exclude<County, "b">, string> = {
  ab: "Sebeș 45957 23572, Aiud 46311 23722, Cugir 45837 23367, Blaj 46175 23915",
  ar: "Pecica 46172 21069, Sântana 46346 21501, Lipova 46092 21694, Ineu 46426 21837",
  ag: "Mioveni 44957 24945, Câmpulung 45267 25046, Curtea de Argeș 45140 24678, Costești 44669 24880",
  bc: "Onești 46249 26757, Moinești 46473 26490, Comănești 46418 26437, Buhuși 46717 26704",
  bh: "Salonta 46800 21651, Marghita 47347 22336, Beiuș 46667 22350, Aleșd 47058 22396",
  bn: "Beclean 47181 24181, Năsăud 47287 24405, Sângeorz-Băi 47370 24679",
  bt: "Dorohoi 47957 26400, Flămânzi 47564 26890, Darabani 48187 26589, Săveni 47955 26858",
  bv: "Făgăraș 45842 24974, Săcele 45619 25692, Codlea 45697 25444, Zărnești 45563 25318",
  br: "Ianca 45135 27473, Însurăței 44917 27605, Făurei 45086 27272",
  bz: "Râmnicu Sărat 45380 27046, Nehoiu 45423 26308, Pogoanele 44918 26990",
  cs: "Caransebeș 45412 22222, Bocșa 45376 21711, Oravița 45040 21686, Moldova Nouă 44735 21667",
  cl: "Oltenița 44087 26636, Budești 44229 26459, Lehliu Gară 44435 26853, Fundulea 44453 26515",
  cj: "Turda 46567 23783, Dej 47143 23878, Câmpia Turzii 46549 23880, Gherla 47030 23910",
  ct: "Mangalia 43816 28583, Medgidia 44250 28271, Năvodari 44321 28613, Cernavodă 44338 28033",
  cv: "Târgu Secuiesc 46000 26140, Covasna 45850 26186, Baraolt 46075 25600, Întorsura Buzăului 45673 26032",
  db: "Moreni 44980 25645, Pucioasa 45078 25436, Găești 44720 25319, Titu 44662 25573",
  dj: "Băilești 44030 23349, Calafat 43991 22934, Filiași 44556 23519, Segarcea 44092 23745",
  gl: "Tecuci 45850 27427, Târgu Bujor 45871 27901, Berești 46094 27886",
  gr: "Bolintin-Vale 44448 25758, Mihăilești 44325 25908",
  gj: "Motru 44804 22971, Rovinari 44912 23163, Bumbești-Jiu 45179 23382, Târgu Cărbunești 44959 23506",
  hr: "Odorheiu Secuiesc 46304 25300, Gheorgheni 46722 25600, Toplița 46924 25348, Cristuru Secuiesc 46292 25036",
  hd: "Hunedoara 45752 22902, Petroșani 45412 23373, Orăștie 45844 23199, Brad 46128 22790",
  il: "Fetești 44386 27831, Urziceni 44718 26642, Țăndărei 44639 27659",
  is: "Pașcani 47248 26711, Hârlău 47428 26912, Târgu Frumos 47210 27013, Podu Iloaiei 47216 27267",
  if: "Voluntari 44490 26171, Popești-Leordeni 44380 26170, Pantelimon 44453 26201, Otopeni 44550 26073",
  mm: "Sighetu Marmației 47928 23893, Borșa 47655 24663, Baia Sprie 47661 23692, Vișeu de Sus 47711 24425",
  mh: "Orșova 44723 22396, Strehaia 44622 23197, Vânju Mare 44427 22868, Baia de Aramă 44999 22811",
  ms: "Reghin 46776 24705, Sighișoara 46217 24791, Târnăveni 46329 24272, Luduș 46478 24097",
  nt: "Roman 46921 26926, Târgu Neamț 47203 26359, Roznov 46835 26512, Bicaz 46911 26091",
  ot: "Caracal 44113 24347, Balș 44352 24099, Corabia 43775 24503, Drăgănești-Olt 44170 24530",
  ph: "Câmpina 45126 25737, Mizil 45007 26441, Băicoi 45045 25867, Sinaia 45350 25551",
  sm: "Carei 47683 22467, Negrești-Oaș 47870 23424, Tășnad 47477 22583",
  sj: "Șimleu Silvaniei 47230 22800, Jibou 47258 23259, Cehu Silvaniei 47412 23175",
  sb: "Mediaș 46164 24351, Cisnădie 45713 24151, Avrig 45708 24374, Agnita 45974 24617",
  sv: "Fălticeni 47460 26300, Rădăuți 47843 25919, Câmpulung Moldovenesc 47531 25551, Vatra Dornei 47346 25361",
  tr: "Roșiorii de Vede 44111 24994, Turnu Măgurele 43747 24868, Zimnicea 43654 25365, Videle 44278 25528",
  tm: "Lugoj 45689 21903, Sânnicolau Mare 46072 20629, Jimbolia 45792 20717, Buziaș 45650 21600",
  tl: "Măcin 45246 28123, Babadag 44893 28712, Isaccea 45270 28460, Sulina 45157 29653",
  vs: "Bârlad 46227 27669, Huși 46674 28060, Negrești 46837 27442, Murgeni 46203 28017",
  vl: "Drăgășani 44661 24261, Călimănești 45238 24343, Băbeni 44966 24230, Horezu 45143 23992",
  vn: "Adjud 46100 27180, Mărășești 45876 27230, Odobești 45763 27067, Panciu 45908 27092",
};

/** Neighborhoods of large cities, villages next to them, and small towns of Ilfov. */
const NEIGHBORHOODS: Partial<Record<County, string>> = {
  ar: "Micălaca 46180 21350",
  b: `13 Septembrie 44424 26073, 1 Mai 44465 26057, Apărătorii Patriei 44378 26120, Aviației 44486 26100,
    Aviatorilor 44463 26086, Băneasa 44500 26080, Balta Albă 44420 26170, Baba Novac 44424 26142, Berceni 44386 26120,
    Brâncoveanu 44390 26107, Bucureștii Noi 44483 26042, Calea Victoriei 44440 26096, Calea Călărași 44431 26122,
    Chitila Triaj 44477 26016, Colentina 44463 26139, Cotroceni 44434 26066, Crângași 44452 26047,
    Dămăroaia 44488 26060, Domenii 44467 26066, Dorobanți 44457 26094, Dristor 44420 26141, Drumul Sării 44420 26061,
    Drumul Taberei 44420 26030, Eroii Revoluției 44403 26094, Ferentari 44411 26073, Floreasca 44467 26104,
    Fundeni 44462 26165, Gara de Nord 44446 26074, Ghencea 44412 26040, Giulești 44465 26035, Giurgiului 44390 26092,
    Grivița 44453 26066, Grozăvești 44443 26060, Herăstrău 44472 26083, Iancului 44441 26134, Lacul Tei 44459 26119,
    Lujerului 44434 26033, Nicolae Grigorescu 44418 26165, Mihai Bravu 44420 26131, Militari 44434 26013,
    Moșilor 44442 26113, Muncii 44432 26139, Obor 44450 26126, Pajura 44482 26058, Pantelimon 44445 26165,
    Piața Alba Iulia 44427 26124, Piața Iancului 44441 26131, Piața Muncii 44432 26139, Piața Romană 44446 26097,
    Piața Sudului 44394 26121, Piața Unirii 44427 26103, Piața Victoriei 44452 26086, Pipera 44482 26115,
    Politehnica Petrache Poenaru 44444 26046, Prelungirea Ghencea 44409 26010, Primăverii 44465 26092,
    Rahova 44408 26055, Sălăjan 44416 26186, Străulești 44494 26050, Ștefan cel Mare 44453 26107, Tei 44461 26121,
    Tineretului 44412 26105, Titan 44424 26160, Timpuri Noi 44415 26114, Vatra Luminoasă 44438 26143,
    Văcărești 44402 26118, Vitan 44415 26130, Aurel Vlaicu 44480 26097`,
  bh: "Rogerius 47067 21905, Nufărul 47035 21950",
  bv: "Astra 45635 25622, Bartolomeu 45664 25571, Răcădău 45631 25601, Șchei 45635 25577, Tractorul 45671 25610",
  cj: `Florești 46746 23493, Mănăștur 46757 23556, Zorilor 46754 23584, Mărăști 46780 23614, Gheorgheni 46769 23622,
    Grigorescu 46768 23551, Apahida 46811 23740, Baciu 46793 23520, Dâmbul Rotund 46790 23573, Someșeni 46779 23660,
    Andrei Mureșanu 46759 23604`,
  ct: `Faleza Nord 44203 28649, Faleza Sud 44165 28652, Mamaia 44250 28624, Mamaia Nord 44293 28622,
    Ovidiu 44270 28560, Tomis Nord 44203 28633, Tomis III 44188 28632`,
  dj: "Craiovița Nouă 44335 23770, Brazda lui Novac 44330 23790, Valea Roșie 44312 23830",
  gl: "Mazepa 45437 28040, Țiglina 45424 28030",
  if: `Bragadiru 44371 25977, Chiajna 44460 25973, Chitila 44508 25982, Corbeanca 44600 26049, Domnești 44399 25918,
    Mogoșoaia 44530 26000, Măgurele 44349 26030, Snagov 44706 26181, Tunari 44550 26145, Balotești 44616 26115,
    Dobroești 44457 26183, Afumați 44526 26252, Jilava 44333 26079`,
  is: `Copou 47185 27561, Tătărași 47163 27611, Păcurari 47169 27550, Nicolina 47139 27588, Podu Roș 47151 27586,
    Miroslava 47152 27527, Valea Lupului 47183 27500, Alexandru cel Bun 47157 27556, Galata 47140 27566`,
  ph: "Malu Roșu 44955 26030",
  sb: "Șelimbăr 45770 24192, Hipodrom 45778 24148, Turnișor 45790 24120, Vasile Aaron 45782 24170",
  sv: "Burdujeni 47680 26280, Ițcani 47678 26245, Obcini 47640 26236",
  tm: `Fabric 45757 21246, Iosefin 45743 21213, Elisabetin 45741 21227, Girocului 45733 21232,
    Dumbrăvița 45798 21243, Giroc 45695 21238, Moșnița Nouă 45718 21324, Ghiroda 45766 21297, Lipovei 45775 21228,
    Mehala 45770 21197, Complexul Studențesc 45748 21240`,
};

const parsePlaces = (list = ""): Place[] =>
  [...list.matchAll(/([^,\s][^,]*) (\d{5}) (\d{5})/g)].map(([, name = "", latitude, longitude]) => ({
    name,
    point: { latitude: Number(latitude) / 1000, longitude: Number(longitude) / 1000 },
  }));

export const listTowns = (county: County): Place[] => parsePlaces(county === "b" ? "" : TOWNS[county]);
export const listNeighborhoods = (county: County): Place[] => parsePlaces(NEIGHBORHOODS[county]);

const toKey = (name: string): string => withoutMarks(name).toLowerCase().trim();

/**
 * The place of a county that a text names, as a whole or between commas: "Zorilor", "schei, Brașov". A county's seat is
 * too large to say where lessons are.
 */
export function findPlace(county: County | null | undefined, text: string): Place | null {
  const names = text.split(",").map(toKey);
  return (
    (county &&
      [...listNeighborhoods(county), ...listTowns(county)].find(({ name }) => names.includes(toKey(name)))) ||
    null
  );
}

/** Whether a point is the centre of the place of a county that a text names. */
export function isPlacePoint(county: County | null | undefined, text: string, point: Point | null): boolean {
  const place = findPlace(county, text)?.point;
  return place !== undefined && place.latitude === point?.latitude && place.longitude === point.longitude;
}

/** A typed place with the spelling of the places of its county that it names: "Tătărași, Iași" for "tatarasi, Iasi". */
export function correctPlaceNames(county: County | null | undefined, text: string): string {
  if (!county) return text;
  const names = [...listNeighborhoods(county), ...listTowns(county)].map(({ name }) => name);
  return text.replace(
    /[^,\s][^,]*/g,
    (part) => [...names, countySeat(county)].find((name) => toKey(name) === toKey(part)) ?? part,
  );
}
