import ical, { ICalCalendarMethod, ICalEventRepeatingFreq } from "ical-generator";
import type { Ctx } from "@/context";
import { listDays, toDay } from "@/shared/dates";
import { listLessonDays } from "@/shared/exam-weeks";
import { isDraftDate } from "@/shared/format-exam";
import { localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { subjectParams } from "@/shared/scope-params";
import type { StudyPlan } from "./load-study-plan";

/**
 * The plan as iCalendar (RFC 5545): the exam, and for each lesson week one day with the hours of the week. All are whole
 * days, which have no time zone.
 */
export function renderPlanCalendar(ctx: Ctx, { input, countdown }: StudyPlan): string {
  const { t, now, config } = ctx;
  const { SITE_NAME: site, SITE_URL } = config;
  const { exam, subject, hours } = input;
  const { day, source } = countdown;
  const url = SITE_URL + localizePath(t.locale, paths.plan(input));
  const calendar = ical({
    prodId: { company: site, product: "study plan", language: t.locale.toUpperCase() },
    name: t(`study-plan.exams.${exam}`),
    method: ICalCalendarMethod.PUBLISH,
  });
  const host = new URL(SITE_URL).hostname;
  const shared = { allDay: true, stamp: new Date(now), url } as const;
  calendar.createEvent({
    ...shared,
    id: `exam-${exam}-${day}@${host}`,
    start: new Date(day),
    summary: t(`study-plan.exams.${exam}`),
    description:
      [isDraftDate(countdown) && t("study-plan.draft"), source && t("study-plan.source", { source })]
        .filter(Boolean)
        .join(" ") || null,
  });
  const lessons = listLessonDays(countdown, toDay(now));
  const [first, last] = [lessons[0], lessons.at(-1)];
  if (first !== undefined && last !== undefined) {
    const dates = listDays(first, last).filter((_, n) => n % 7 === 0);
    calendar.createEvent({
      ...shared,
      id: `lessons-${exam}-${subject}-${day}@${host}`,
      start: new Date(first),
      summary: t.count("study-plan.calendar.lessons", hours, subjectParams(t, subject)),
      repeating: {
        freq: ICalEventRepeatingFreq.WEEKLY,
        // `until` would be a time, but of whole days it must be a day (RFC 5545, 3.3.10).
        count: dates.length,
        exclude: dates.filter((date) => !lessons.includes(date)).map((date) => new Date(date)),
      },
    });
  }
  return calendar.toString();
}
