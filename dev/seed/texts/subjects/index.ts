import type { Subject } from "@/shared/codes";
import type { SubjectTexts } from "../subject-texts";
import { exact } from "./exact";
import { languages } from "./languages";
import { letters } from "./letters";
import { life } from "./life";
import { music } from "./music";

const ALL: readonly SubjectTexts[] = [...exact, ...life, ...languages, ...letters, ...music];

export function getSubjectTexts(code: Subject): SubjectTexts {
  const texts = ALL.find((one) => one.code === code);
  if (!texts) throw new Error(`no texts for the subject ${code}`);
  return texts;
}
