import type { Subject } from "@/shared/codes";
import type { SeedSubjectTexts } from "../subject-texts";
import { exact } from "./exact";
import { languages } from "./languages";
import { letters } from "./letters";
import { life } from "./life";
import { music } from "./music";

export const SUBJECT_TEXTS: readonly SeedSubjectTexts[] = [
  ...exact,
  ...life,
  ...languages,
  ...letters,
  ...music,
];

export function getSubjectTexts(code: Subject): SeedSubjectTexts {
  const texts = SUBJECT_TEXTS.find((subject) => subject.code === code);
  if (!texts) throw new Error(`no texts for the subject ${code}`);
  return texts;
}
