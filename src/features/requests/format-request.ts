import { countyName, isExamLevel, type Subject } from "@/shared/codes";
import { formatSlotsInSentence } from "@/shared/format-slot";
import type { Translator } from "@/shared/i18n/translator";
import type { LearnerRequest } from "./queries";

type Described = Pick<
  LearnerRequest,
  "subject" | "level" | "county" | "online" | "availability" | "learnerWho" | "learnerGrade"
>;

/** A request in a line: "A parent in Cluj looks for mathematics, grade 8, Wednesday evening". */
export function formatRequest(t: Translator, request: Described): string {
  const { subject, level, county, availability, learnerWho, learnerGrade } = request;
  const details = [
    formatSubjectInSentence(t, subject),
    learnerGrade === null ? null : t(`general.grades.${learnerGrade}`),
    learnerGrade === null || isExamLevel(level) ? t(`general.levelsAfterFor.${level}`) : null,
    formatSlotsInSentence(t, availability),
  ].filter(Boolean);
  return t(`requests.line.${learnerWho}.${county ? "county" : "online"}`, {
    county: county ? countyName(county) : "",
    details: details.join(", "),
  });
}

const LANGUAGE_SUBJECTS: readonly Subject[] = ["ro", "en", "fr", "de", "sp", "la"];

/** A subject inside a sentence: English writes the names of languages with a capital letter. */
function formatSubjectInSentence(t: Translator, subject: Subject): string {
  const name = t(`general.subjects.${subject}`);
  return t.locale === "en" && LANGUAGE_SUBJECTS.includes(subject) ? name : name.toLocaleLowerCase(t.locale);
}
