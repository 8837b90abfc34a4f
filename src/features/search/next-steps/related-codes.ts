import type { Level, Subject } from "@/shared/codes";

/** Levels whose teachers often teach the other, too. */
export const NEIGHBOR_LEVELS: Record<Level, readonly Level[]> = {
  kg: ["e"],
  e: ["m", "kg"],
  m: ["pe", "e"],
  pe: ["m"],
  h: ["pb", "pu"],
  pb: ["h", "pu"],
  pu: ["pb", "h"],
  bc: ["pu", "ms"],
  ms: ["bc", "phd"],
  phd: ["ms"],
};

/** Subjects that are often studied together or taught by the same teachers; the closest first. */
export const RELATED_SUBJECTS: Record<Subject, readonly Subject[]> = {
  m: ["p", "i", "e", "l"],
  ro: ["la", "h"],
  mu: [],
  b: ["a", "c"],
  a: ["b", "c"],
  c: ["b", "a", "p"],
  p: ["m", "c", "i"],
  i: ["m", "l", "p"],
  e: ["m", "s", "g"],
  ps: ["l", "pc", "s", "h"],
  g: ["h", "e"],
  h: ["g", "ps", "s"],
  l: ["ps", "m", "i"],
  pc: ["s", "ps", "l"],
  s: ["pc", "ps", "e"],
  en: ["de", "fr", "sp"],
  fr: ["sp", "en", "la"],
  de: ["en", "fr"],
  sp: ["fr", "en", "la"],
  la: ["fr", "sp", "ro"],
};
