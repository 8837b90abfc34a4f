import type { Subject } from "@/shared/codes";
import type { Persona } from "./texts/descriptions";

/** Combinations of subjects that a teacher offers, with their weights. */
export const COMBINATIONS: readonly (readonly [Subject[], number])[] = [
  [["m", "p", "i", "l"], 8],
  [["m", "i", "l", "e"], 6],
  [["m", "p", "c"], 6],
  [["m", "ro", "en", "fr"], 8],
  [["m", "ro", "en"], 6],
  [["m", "e", "g"], 3],
  [["i", "en", "m", "p"], 5],
  [["en", "ro", "fr", "sp"], 6],
  [["en", "de", "fr"], 5],
  [["de", "en", "g"], 4],
  [["en", "sp", "fr", "de"], 5],
  [["en", "fr", "la", "ro"], 4],
  [["ro", "h", "la", "en"], 4],
  [["b", "a", "c", "pc"], 9],
  [["c", "b", "a", "m"], 7],
  [["h", "g", "s", "ps"], 4],
  [["h", "ps", "l", "ro"], 3],
  [["pc", "s", "ps"], 4],
  [["e", "m", "g"], 3],
  [["mu"], 6],
  [["mu", "en"], 4],
];

/** Job of a practitioner of each subject, for a man or a woman. */
export const JOBS: Partial<Record<Subject, string>> = {
  m: "[inginer|ingineră]",
  p: "[inginer|ingineră]",
  i: "[programator|programatoare]",
  e: "economist",
  en: "[traducător|traducătoare]",
  de: "[traducător|traducătoare]",
  ro: "[redactor|redactoare] de carte",
  b: "[farmacist|farmacistă]",
  c: "[chimist|chimistă]",
  h: "[muzeograf|muzeografă]",
  pc: "psiholog",
  mu: "[muzician|muziciană]",
};

/** Faculty for each subject. */
export const FACULTIES: Partial<Record<Subject, string>> = {
  m: "Facultatea de Matematică și Informatică",
  p: "Facultatea de Fizică",
  i: "Facultatea de Automatică și Calculatoare",
  e: "Facultatea de Științe Economice",
  en: "Facultatea de Litere",
  de: "Facultatea de Litere",
  ro: "Facultatea de Litere",
  b: "Facultatea de Biologie",
  c: "Facultatea de Chimie",
  h: "Facultatea de Istorie",
  pc: "Facultatea de Psihologie",
  mu: "Facultatea de Muzică",
};

/** Youngest and oldest age. */
export const AGES: Record<Persona, [number, number]> = {
  school: [29, 58],
  university: [31, 55],
  student: [22, 26],
  practitioner: [27, 52],
  retired: [63, 71],
};
