import type { ExamCountdown } from "./exam-weeks";
import { formatDay } from "./format";
import type { Translator } from "./i18n/translator";

/** From this number of days on, the time is told in weeks. */
const MIN_DAYS_IN_WEEKS = 14;

/** "The National Evaluation begins on 22 June 2027, in 29 weeks." */
export function formatExamCountdown(t: Translator, { exam, day, days, weeks }: ExamCountdown): string {
  const left =
    days === 0
      ? t("study-plan.left.today")
      : days < MIN_DAYS_IN_WEEKS
        ? t.count("study-plan.left.days", days)
        : t.count("study-plan.left.weeks", weeks);
  return t(`study-plan.countdown.${exam}`, { day: formatDay(day, t.locale), left });
}
