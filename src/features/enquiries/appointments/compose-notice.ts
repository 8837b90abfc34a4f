import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { type MailRequest, type MailTemplate, queueMailStatement } from "@/features/mail";
import { type PushRequest, queuePushStatement } from "@/features/notifications";
import type { Side } from "@/shared/codes";
import { formatLessonTime } from "@/shared/format";
import type { Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { createGuestToken } from "../guest-token";
import { formatSideName } from "../names";
import { formatPlace, getOtherSide } from "./format-lesson";
import { type CalendarEvent, renderCalendar } from "./render-calendar";

type Person = { id: string; email: string; firstName: string; lastName: string; locale: Locale } | null;

/** An enquiry with what a notice to one of its sides needs. */
export type Parties = {
  id: string;
  teacher: Person;
  learner: Person;
  guestName: string | null;
  guestEmail: string | null;
  guestLocale: Locale | null;
};

type Lesson = Pick<CalendarEvent, "id" | "state" | "minutes" | "place" | "updatedTs"> & {
  times: readonly number[];
  time: number | null;
};

type AppointmentTemplate = Extract<MailTemplate, `appointment_${string}`>;

/** The mail and the push message to one side of an enquiry; null if that side is erased. Guests get no push message. */
export function composeNotice(
  ctx: Ctx,
  parties: Parties,
  {
    template,
    to: side,
    lesson,
    reason,
  }: { template: AppointmentTemplate; to: Side; lesson: Lesson; reason?: string },
): { mail: MailRequest; push: PushRequest | null } | null {
  const { id, guestName, guestEmail } = parties;
  const asGuest = side === "learner" && guestEmail !== null;
  const person = asGuest
    ? { id: null, email: guestEmail, locale: parties.guestLocale ?? ctx.locale }
    : parties[side];
  if (!person) return null;
  const { email: to, locale } = person;
  const t = ctx.translator(locale);
  const other = getOtherSide(side);
  const name = (other === "learner" ? guestName : null) ?? formatSideName(t, other, parties[other]);
  const times = (lesson.time === null ? lesson.times : [lesson.time]).map((time) =>
    formatLessonTime(time, locale),
  );
  const params = {
    name,
    times: times.join("\n"),
    details: t(lesson.place === "" ? "appointments.minutes" : "appointments.details", {
      minutes: lesson.minutes,
      place: formatPlace(t, lesson.place),
    }),
  };
  const path = paths.enquiry(id, asGuest ? { token: createGuestToken(ctx, { id, email: guestEmail }) } : {});
  const about = auditSubject("enquiry", id);
  const calendar = (time: number) =>
    renderCalendar(ctx, t, [{ ...lesson, time, with: name, path: asGuest ? null : path }]);
  return {
    mail: {
      template,
      to,
      locale,
      params,
      about,
      actionPath: path,
      ...(reason ? { quote: reason } : {}),
      ...(template === "appointment_accepted" && lesson.time !== null
        ? {
            attachment: {
              name: "lesson.ics",
              type: "text/calendar; charset=utf-8",
              text: calendar(lesson.time),
            },
          }
        : {}),
    },
    push:
      person.id === null
        ? null
        : {
            cause: `${lesson.id}:${template}`,
            about,
            userId: person.id,
            kind: "enquiries",
            title: t(`appointments.push.${template}`, params),
            body: times.join(", "),
            locale,
            path,
          },
  };
}

/** The statements that tell these sides what happened, in the batch of the action and with its guard. */
export const noticeStatements = (
  ctx: Ctx,
  parties: Parties,
  { to, ...notice }: Omit<Parameters<typeof composeNotice>[2], "to"> & { to: readonly Side[] },
  guard: Parameters<typeof queuePushStatement>[2],
): Statement[] =>
  to.flatMap((side) => {
    const composed = composeNotice(ctx, parties, { ...notice, to: side });
    if (!composed) return [];
    const { mail, push } = composed;
    // The side that acts does not need a push message about it.
    return [
      queueMailStatement(ctx, mail, guard),
      ...(push && push.userId !== ctx.user?.id ? [queuePushStatement(ctx, push, guard)] : []),
    ];
  });
