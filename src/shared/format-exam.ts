import type { ExamCountdown } from "./exam-weeks";
import { formatDay } from "./format";
import type { Translator } from "./i18n/translator";
import { findNamedExams } from "./list-missing-exams";

/** From this number of days on, the time is told in weeks. */
const MIN_DAYS_IN_WEEKS = 14;

/** A word of sources that say that a day is only proposed. */
const DRAFT = /\b(proiect|draft)/i;

/** Whether the source says so of this exam: in a sentence that names it, or that names no exam. */
export const isDraftDate = ({ exam, source }: Pick<ExamCountdown, "exam" | "source">): boolean =>
  source.split(/(?<=[.;])\s/).some((sentence) => {
    const named = findNamedExams(sentence);
    return DRAFT.test(sentence) && (named.length === 0 || named.includes(exam));
  });

/** "For pupils who finish grade 8 in 2027, the National Evaluation begins on …", and whether the date is a draft. */
export function formatExamCountdown(t: Translator, countdown: ExamCountdown): string {
  const { exam, day, days, weeks } = countdown;
  const left =
    days === 0
      ? t("study-plan.left.today")
      : days < MIN_DAYS_IN_WEEKS
        ? t.count("study-plan.left.days", days)
        : t.count("study-plan.left.weeks", weeks);
  const sentence = t(`study-plan.countdown.${exam}`, {
    day: formatDay(day, t.locale),
    year: day.slice(0, 4),
    left,
  });
  return isDraftDate(countdown) ? `${sentence} ${t("study-plan.draft")}` : sentence;
}
