/** A code and its label. The floor has its own lists: it shares nothing with the app. */
export type Option = readonly [code: string, label: string];

/** "m Mathematics, ro Romanian" */
const toOptions = (text: string): readonly Option[] =>
  text
    .split(", ")
    .map((option) => [option.slice(0, option.indexOf(" ")), option.slice(option.indexOf(" ") + 1)]);

/** Most frequent first. */
export const SUBJECTS = toOptions(
  "m Mathematics, ro Romanian, en English, i Computer science, p Physics, c Chemistry, b Biology, fr French, de German, es Spanish, it Italian, h History, g Geography, ec Economics, ph Philosophy, ps Psychology, mu Music, a Drawing, la Latin, st Statistics, sp Speech therapy, ch Chess",
);

/** The position of a level is its bit in `listings.levels`. */
export const LEVELS = toOptions(
  "k Kindergarten, pe Primary school, g Lower secondary school, e National evaluation, h High school, m Middle school, pb Baccalaureate, u University, o Olympiad, ad Adults",
);

/** Most frequent first. */
export const COUNTIES = toOptions(
  "b București, cj Cluj, is Iași, tm Timiș, bv Brașov, ct Constanța, if Ilfov, gl Galați, ab Alba, ar Arad, ag Argeș, bc Bacău, bh Bihor, bn Bistrița-Năsăud, bt Botoșani, br Brăila, bz Buzău, cs Caraș-Severin, cl Călărași, cv Covasna, db Dâmbovița, dj Dolj, gr Giurgiu, gj Gorj, hr Harghita, hd Hunedoara, il Ialomița, mm Maramureș, mh Mehedinți, ms Mureș, nt Neamț, ot Olt, ph Prahova, sm Satu Mare, sj Sălaj, sb Sibiu, sv Suceava, tr Teleorman, tl Tulcea, vs Vaslui, vl Vâlcea, vn Vrancea",
);

export const LOCATIONS = toOptions(
  "o Online, th At the teacher's home, lh At the learner's home, sc At school, l In a library",
);

export const SORTS = toOptions("newest Newest, price Lowest price, -price Highest price, rating Best rating");
