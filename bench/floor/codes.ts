/** A code and its label. The floor has its own lists: it shares nothing with the app. */
export type Option = readonly [code: string, label: string];

/** "m Mathematics, ro Romanian" */
const toOptions = (text: string): readonly Option[] =>
  text
    .split(", ")
    .map((option) => [option.slice(0, option.indexOf(" ")), option.slice(option.indexOf(" ") + 1)]);

export const SUBJECTS = toOptions(
  "m Mathematics, ro Romanian, en English, fr French, de German, es Spanish, it Italian, p Physics, c Chemistry, b Biology, i Computer science, h History, g Geography, ec Economics, ph Philosophy, ps Psychology, mu Music, a Drawing, la Latin, st Statistics, sp Speech therapy, ch Chess",
);

/** The position of a level is its bit in `listings.levels`. */
export const LEVELS = toOptions(
  "k Kindergarten, pe Primary school, g Lower secondary school, e National evaluation, h High school, m Middle school, pb Baccalaureate, u University, o Olympiad, ad Adults",
);

export const COUNTIES = toOptions(
  "ab Alba, ar Arad, ag Argeș, bc Bacău, bh Bihor, bn Bistrița-Năsăud, bt Botoșani, bv Brașov, br Brăila, b București, bz Buzău, cs Caraș-Severin, cl Călărași, cj Cluj, ct Constanța, cv Covasna, db Dâmbovița, dj Dolj, gl Galați, gr Giurgiu, gj Gorj, hr Harghita, hd Hunedoara, il Ialomița, is Iași, if Ilfov, mm Maramureș, mh Mehedinți, ms Mureș, nt Neamț, ot Olt, ph Prahova, sm Satu Mare, sj Sălaj, sb Sibiu, sv Suceava, tr Teleorman, tm Timiș, tl Tulcea, vs Vaslui, vl Vâlcea, vn Vrancea",
);

export const LOCATIONS = toOptions(
  "o Online, th At the teacher's home, lh At the learner's home, sc At school, l In a library",
);

export const SORTS = toOptions("newest Newest, price Lowest price, -price Highest price, rating Best rating");
