import { countyName } from "@/shared/codes";
import { formatSlotsInSentence } from "@/shared/format-slot";
import type { Translator } from "@/shared/i18n/translator";
import type { LearnerRequest } from "./queries";

type Described = Pick<
  LearnerRequest,
  "subject" | "level" | "county" | "online" | "availability" | "learnerWho" | "learnerGrade"
>;

/** A request in a line: "A parent in Cluj looks for Mathematics, grade 8, Wednesday evening". */
export function formatRequest(t: Translator, request: Described): string {
  const { subject, level, county, availability, learnerWho, learnerGrade } = request;
  const details = [
    t(`general.subjects.${subject}`),
    learnerGrade === null ? t(`general.levels.${level}`) : t(`general.grades.${learnerGrade}`),
    formatSlotsInSentence(t, availability),
  ].filter(Boolean);
  return t(`requests.line.${learnerWho}.${county ? "county" : "online"}`, {
    county: county ? countyName(county) : "",
    details: details.join(", "),
  });
}
