import type { County, Subject } from "@/shared/codes";
import type { Random } from "./random";
import type { Persona } from "./texts/descriptions";
import type { Focus } from "./texts/subject-texts";

/** Hourly price (lei) in an average town. */
const BY_FOCUS: Record<Focus, number> = {
  pre: 65,
  primar: 70,
  gimnaziu: 80,
  evaluare: 90,
  liceu: 95,
  bac: 105,
  admitere: 135,
  facultate: 140,
};
const BY_SUBJECT: Partial<Record<Subject, number>> = {
  m: 1.05,
  i: 1.2,
  a: 1.25,
  de: 1.15,
  en: 1.05,
  mu: 1.1,
  g: 0.85,
  h: 0.9,
  s: 0.85,
  la: 0.95,
};
const BY_COUNTY: Partial<Record<County, number>> = {
  b: 1.3,
  cj: 1.3,
  if: 1.2,
  tm: 1.15,
  is: 1.1,
  bv: 1.15,
  sb: 1.1,
  ct: 1.1,
  vs: 0.8,
  bt: 0.8,
  tr: 0.78,
  cl: 0.8,
  mh: 0.82,
  gr: 0.85,
  sj: 0.88,
};
const BY_PERSONA: Record<Persona, number> = {
  school: 1,
  university: 1.3,
  student: 0.75,
  practitioner: 1.05,
  retired: 0.95,
};

/** Hourly price steps (lei) that give round session prices without bani, by session length (min). */
const PRICE_STEPS = { 45: 20, 50: 6, 60: 5, 90: 10, 120: 5 } as const;

type PriceInput = { focus: Focus; subject: Subject; county: County; persona: Persona };

/** The price of one session in bani and its length, both round numbers. */
export function createPrice(
  random: Random,
  { focus, subject, county, persona }: PriceInput,
): { price: number; sessionMinutes: keyof typeof PRICE_STEPS } {
  const hourly =
    BY_FOCUS[focus] *
    (BY_SUBJECT[subject] ?? 1) *
    (BY_COUNTY[county] ?? 0.95) *
    BY_PERSONA[persona] *
    (random.int(88, 114) / 100);
  const isForChildren = focus === "pre" || focus === "primar";
  const sessionMinutes = random.weighted<keyof typeof PRICE_STEPS>([
    [60, 62],
    [90, isForChildren ? 4 : 18],
    [50, 10],
    [45, isForChildren ? 22 : 5],
    [120, focus === "admitere" ? 10 : 2],
  ]);
  const step = PRICE_STEPS[sessionMinutes];
  const lei = Math.max(step, Math.round(hourly / step) * step);
  return { price: (lei * sessionMinutes * 100) / 60, sessionMinutes };
}
