import {
  type County,
  countyName,
  isExamLevel,
  type LearnerKind,
  type Level,
  type Slot,
  type Subject,
} from "./codes";
import { formatSlotsInSentence } from "./format-slot";
import type { Translator } from "./i18n/translator";

type Described = {
  subject: Subject;
  level: Level;
  county: County | null;
  availability: readonly Slot[];
  learnerWho: LearnerKind;
  learnerGrade: number | null;
};

/** A request in a line: "A parent in Cluj is looking for mathematics, grade 8, Wednesday evening". */
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
