import { type County, countySeat, type Level } from "@/shared/codes";
import { formatAmount, formatList } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import type { Scope, ScopeSummary } from "./scope-summary";

/** The sentence under the heading, about the subject or the county. */
export function buildIntroduction(t: Translator, { subject, county }: Scope): string {
  if (subject) return t(`search.about.subject.${subject}.what`);
  return county ? describeCounty(t, county) : t("search.about.all");
}

/** The sentence below the listings: how to choose a teacher. */
export function buildAdvice(t: Translator, { subject, county }: Scope): string | null {
  if (!subject) return null;
  return county ? describeCounty(t, county) : t(`search.about.subject.${subject}.tip`);
}

function describeCounty(t: Translator, county: County): string {
  if (county === "b") return t("search.about.capital");
  const towns = [countySeat(county), ...COUNTY_TOWNS[county]].join(", ");
  return t("search.about.county", { towns });
}

/**
 * "There are 34 listings here now, from 60 to 180 lei an hour. Most are for middle school and the National Evaluation."
 * `total` is null for more than are counted.
 */
export function buildNumbers(t: Translator, total: number | null, { prices, levels }: ScopeSummary): string {
  const count = total === null ? t("search.about.nowMany") : t.count("search.about.now", total);
  const range = prices && prices.from < prices.to ? `, ${formatPriceRange(t, prices)}` : "";
  const mostLevels =
    levels.length > 0 ? ` ${t("search.about.levels", { levels: formatLevelList(t, levels) })}` : "";
  return `${count}${range}.${mostLevels}`;
}

const formatPriceRange = (t: Translator, { from, to }: { from: number; to: number }): string =>
  t.count("search.about.prices", to / 100, {
    from: formatAmount(from, t.locale),
    to: formatAmount(to, t.locale),
  });

/** "middle school and the National Evaluation": level names as used after "for". */
export const formatLevelList = (t: Translator, levels: readonly Level[]): string =>
  formatList(
    levels.map((level) => t(`search.about.level.${level}`)),
    t.locale,
  );

/** The larger towns of each county besides its seat, by their local names. București is one city. */
export const COUNTY_TOWNS: Record<Exclude<County, "b">, readonly string[]> = {
  ab: ["Sebeș", "Aiud", "Cugir", "Blaj"],
  ar: ["Pecica", "Sântana", "Lipova", "Ineu"],
  ag: ["Mioveni", "Câmpulung", "Curtea de Argeș", "Costești"],
  bc: ["Onești", "Moinești", "Comănești", "Buhuși"],
  bh: ["Salonta", "Marghita", "Beiuș", "Aleșd"],
  bn: ["Beclean", "Năsăud", "Sângeorz-Băi"],
  bt: ["Dorohoi", "Flămânzi", "Darabani", "Săveni"],
  bv: ["Făgăraș", "Săcele", "Codlea", "Zărnești"],
  br: ["Ianca", "Însurăței", "Făurei"],
  bz: ["Râmnicu Sărat", "Nehoiu", "Pogoanele"],
  cs: ["Caransebeș", "Bocșa", "Oravița", "Moldova Nouă"],
  cl: ["Oltenița", "Budești", "Lehliu Gară", "Fundulea"],
  cj: ["Turda", "Dej", "Câmpia Turzii", "Gherla"],
  ct: ["Mangalia", "Medgidia", "Năvodari", "Cernavodă"],
  cv: ["Târgu Secuiesc", "Covasna", "Baraolt", "Întorsura Buzăului"],
  db: ["Moreni", "Pucioasa", "Găești", "Titu"],
  dj: ["Băilești", "Calafat", "Filiași", "Segarcea"],
  gl: ["Tecuci", "Târgu Bujor", "Berești"],
  gr: ["Bolintin-Vale", "Mihăilești"],
  gj: ["Motru", "Rovinari", "Bumbești-Jiu", "Târgu Cărbunești"],
  hr: ["Odorheiu Secuiesc", "Gheorgheni", "Toplița", "Cristuru Secuiesc"],
  hd: ["Hunedoara", "Petroșani", "Orăștie", "Brad"],
  il: ["Fetești", "Urziceni", "Țăndărei"],
  is: ["Pașcani", "Hârlău", "Târgu Frumos", "Podu Iloaiei"],
  if: ["Voluntari", "Popești-Leordeni", "Pantelimon", "Otopeni"],
  mm: ["Sighetu Marmației", "Borșa", "Baia Sprie", "Vișeu de Sus"],
  mh: ["Orșova", "Strehaia", "Vânju Mare", "Baia de Aramă"],
  ms: ["Reghin", "Sighișoara", "Târnăveni", "Luduș"],
  nt: ["Roman", "Târgu Neamț", "Roznov", "Bicaz"],
  ot: ["Caracal", "Balș", "Corabia", "Drăgănești-Olt"],
  ph: ["Câmpina", "Mizil", "Băicoi", "Sinaia"],
  sm: ["Carei", "Negrești-Oaș", "Tășnad"],
  sj: ["Șimleu Silvaniei", "Jibou", "Cehu Silvaniei"],
  sb: ["Mediaș", "Cisnădie", "Avrig", "Agnita"],
  sv: ["Fălticeni", "Rădăuți", "Câmpulung Moldovenesc", "Vatra Dornei"],
  tr: ["Roșiorii de Vede", "Turnu Măgurele", "Zimnicea", "Videle"],
  tm: ["Lugoj", "Sânnicolau Mare", "Jimbolia", "Buziaș"],
  tl: ["Măcin", "Babadag", "Isaccea", "Sulina"],
  vs: ["Bârlad", "Huși", "Negrești", "Murgeni"],
  vl: ["Drăgășani", "Călimănești", "Băbeni", "Horezu"],
  vn: ["Adjud", "Mărășești", "Odobești", "Panciu"],
};
