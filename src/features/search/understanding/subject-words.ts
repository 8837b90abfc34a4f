import type { Level, Subject } from "@/shared/codes";
import { INSTRUMENTS } from "./equivalent-words";

// Phrases are normalized: lower case, without diacritics and punctuation. A comma separates them. The names of codes in
// locales/general need no entry.

/** What subjects are called besides their names, with inflected forms. */
export const SUBJECT_PHRASES: Record<Subject, string> = {
  m: `mate, math, maths, matematici, matematicii, matematicile,
    algebra, geometrie, geometria, geometry, trigonometrie, trigonometry, analiza matematica`,
  ro: `romana, romanei, limbii romane, limba si literatura romana, limba romana si literatura, lb romana,
    lb si lit romana, literatura romana, romanian language`,
  mu: "muzicii, educatie muzicala",
  b: "bio, biologia, biologiei",
  a: "anatomia, anatomiei, anatomie si fiziologie",
  c: "chimia, chimiei",
  p: "fizicii, fizici",
  i: "info, informaticii, informatics, computing, programare, programming, coding",
  e: "economia, economiei, economy",
  ps: "filozofie, filozofia, filozofiei, filosofia, filosofiei",
  g: "geo, geografia, geografiei",
  h: "istoria, istoriei",
  l: "logicii, logica si argumentare",
  pc: "psiho, psihologia, psihologiei",
  s: "socio, sociologia, sociologiei",
  en: "englezei, limba engleza, limbii engleze, lb engleza, eng, english language",
  fr: "francezei, limba franceza, limbii franceze, lb franceza, french language",
  de: "germanei, limba germana, limbii germane, lb germana, german language",
  sp: "spaniolei, limba spaniola, limbii spaniole, lb spaniola, spanish language",
  la: "latinei, limba latina, limbii latine, lb latina",
};

/** What levels and exams are called besides their names. Several codes: any of them may be meant. */
export const LEVEL_PHRASES: readonly (readonly [levels: readonly Level[], phrases: string])[] = [
  [
    ["kg"],
    "gradinita, gradi, prescolar, prescolari, prescolara, grupa mica, grupa mijlocie, grupa mare, preschool",
  ],
  [
    ["e"],
    `primara, ciclul primar, scoala primara, clasele primare, clase primare, invatamant primar, clasa pregatitoare,
    pregatitoare, elementary, elementary school, primary, primary school`,
  ],
  [["e", "m"], "scoala generala, clasele generale"],
  [["m"], "gimnazial, gimnaziala, ciclul gimnazial, scoala gimnaziala, secondary school"],
  [["h"], "liceal, liceala, liceeni, liceean, liceului, highschool"],
  [
    ["pe"],
    `evaluare nationala, evaluarii nationale, evaluare, evaluarea, examen evaluare nationala, examenul de evaluare nationala, examen de capacitate, examenul de capacitate,
    capacitate, capacitatea, admitere liceu, admitere la liceu, admiterea la liceu, intrare la liceu`,
  ],
  [
    ["pb"],
    `bac, bacul, bacului, bacalaureatul, bacalaureatului, examen bac, examen bacalaureat, examen de bac, examenul de bac, examenul de bacalaureat,
    examen de bacalaureat, baccalaureate exam`,
  ],
  [
    ["pu"],
    `admitere facultate, admitere universitate, admitere la universitate, admiterea la facultate, admitere, admiterea,
    admission, university admission, entrance exam, university entrance exam`,
  ],
  [["pu", "bc"], "facultate, facultatea, universitate, university"],
  [["bc"], "licenta, examen de licenta, lucrare de licenta, studenti, undergraduate, bachelor"],
  [["ms"], "masterat, masteranzi, disertatie, lucrare de disertatie, masters, postgraduate"],
  [["phd"], "doctorat, doctoranzi, doctoral, phd"],
];

/** The mathematics exams of the Baccalaureate, by their codes: subject and level in one phrase. */
export const MATHEMATICS_EXAM_PHRASES = `m1, m2, m3, m mate info, m st nat, m stiintele naturii, m stiinte ale naturii,
  m tehnologic, m pedagogic, m tehno, m ped`;

/**
 * Instruments and certificates of a single subject. Not here: words with another meaning, as "cor", "bas", "viola" and
 * "pet", and certificates of several languages, as TELC.
 */
export const SUBJECT_TOPICS: Partial<Record<Subject, string>> = {
  mu: `${INSTRUMENTS.replaceAll(/[\s,]+/g, ",")},double bass`,
  en: `cambridge, ielts, toefl, toeic, cae, fce, cpe, ket, b2 first, c1 advanced, c2 proficiency, first certificate`,
  fr: "delf, dalf",
  de: "goethe, testdaf, dsd, dsh",
  sp: "dele, siele",
};
