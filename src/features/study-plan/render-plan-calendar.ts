import ical, { ICalCalendarMethod, ICalEventRepeatingFreq } from "ical-generator";
import type { Ctx } from "@/context";
import { addDays, type Day, toDay } from "@/shared/dates";
import { isInPeriods } from "@/shared/exam-weeks";
import { localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { subjectParams } from "@/shared/scope-params";
import type { StudyPlan } from "./load-study-plan";

/**
 * The plan as iCalendar (RFC 5545): the exam, and on each Monday outside of school holidays, from the next one on, the
 * hours of the week. All are whole days, which have no time zone.
 */
export function renderPlanCalendar(ctx: Ctx, { input, countdown }: StudyPlan): string {
  const { t, now, config } = ctx;
  const { SITE_NAME: site, SITE_URL } = config;
  const { exam, subject, hours } = input;
  const { day, holidays } = countdown;
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
  });
  const mondays = listMondays(toDay(now), day);
  const [first] = mondays;
  if (first !== undefined) {
    calendar.createEvent({
      ...shared,
      id: `lessons-${exam}-${subject}-${day}@${host}`,
      start: new Date(first),
      summary: t.count("study-plan.calendar.lessons", hours, subjectParams(t, subject)),
      repeating: {
        freq: ICalEventRepeatingFreq.WEEKLY,
        // `until` would be a time, but of whole days it must be a day (RFC 5545, 3.3.10).
        count: mondays.length,
        exclude: mondays.filter((monday) => isInPeriods(holidays, monday)).map((monday) => new Date(monday)),
      },
    });
  }
  return calendar.toString();
}

/** The Mondays after a day and before another. */
function listMondays(after: Day, before: Day): Day[] {
  const weekday = (new Date(after).getUTCDay() + 6) % 7;
  const mondays: Day[] = [];
  for (let monday = addDays(after, 7 - weekday); monday < before; monday = addDays(monday, 7)) {
    mondays.push(monday);
  }
  return mondays;
}
