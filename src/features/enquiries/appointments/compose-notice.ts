import { createGuestToken } from "@/auth/guest-token";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { type MailTemplate, type NewMail, queueMailAfterJoinedStatements } from "@/features/mail";
import { type PushRequest, queuePushStatement } from "@/features/notifications";
import type { Side } from "@/shared/codes";
import { formatLessonTime } from "@/shared/format";
import { formatPlace } from "@/shared/format-lesson-place";
import { type Locale, localizePath } from "@/shared/i18n/locales";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { formatSideName, getOtherSide } from "../names";
import { queueParentCopyStatements } from "../parent-copies";
import type { EnquiryView } from "../queries";
import { formatChildAdvice, formatHowToMeet, formatOverlaps, formatPrice } from "./format-lesson";
import type { Overlap } from "./queries";
import { type CalendarEvent, formatNotes, renderCalendarFile } from "./render-calendar";

type Person = { id: string; email: string; firstName: string; lastName: string; locale: Locale } | null;

/** An enquiry with what a notice to one of its sides needs. */
export type Parties = {
  id: string;
  teacher: Person;
  learner: Person;
  guestName: string | null;
  guestEmail: string | null;
  guestLocale: Locale | null;
  /** Null once it was erased. */
  listing: ({ id: string } & NonNullable<CalendarEvent["listing"]>) | null;
} & Partial<Pick<EnquiryView, "learnerWho" | "isLearnerMinor">>;

type Lesson = Pick<CalendarEvent, "minutes" | "place"> & {
  id: string;
  times: readonly number[];
  time: number | null;
};
/** A row of `appointments`; without an accepted time it is in no calendar. */
type EventLesson = Omit<CalendarEvent, "time" | "with" | "listing" | "notes" | "path"> & {
  time: number | null;
};

type AppointmentTemplate = Extract<MailTemplate, `appointment_${string}`>;

/** The mails about a lesson that may still take place. */
const BEFORE_LESSON: readonly AppointmentTemplate[] = [
  "appointment_proposed",
  "appointment_moved",
  "appointment_accepted",
  "appointment_reminder",
];

/** The accepted start, or those to choose from; length and place. */
const formatLesson = (
  t: Translator,
  { times, time, minutes, place }: Lesson,
  listing: Parties["listing"],
) => ({
  times: (time === null ? times : [time]).map((start) => formatLessonTime(start, t.locale)),
  details: t(place === "" ? "appointments.minutes" : "appointments.details", {
    minutes,
    place: formatPlace(t, place, listing),
  }),
});

/** That the agreed lesson at `movedTime` (ms) stays, or is replaced. */
const formatMoved = (
  t: Translator,
  { template, movedTime = null }: { template: AppointmentTemplate; movedTime?: number | null },
): string[] =>
  movedTime === null
    ? []
    : [
        t(`appointments.${template === "appointment_accepted" ? "replaces" : "stays"}`, {
          time: formatLessonTime(movedTime, t.locale),
        }),
      ];

/** The mail and the push message to one side of an enquiry; null if that side is erased. Guests get no push message. */
export function composeNotice(
  ctx: Ctx,
  parties: Parties,
  {
    template,
    to: side,
    lesson,
    reason,
    event,
    isCounter = false,
    isOwn = false,
    isByNeither = false,
    isByBlock = false,
    isByStop = false,
    movedTime = null,
    overlaps = [],
  }: {
    template: AppointmentTemplate;
    to: Side;
    lesson: Lesson;
    reason?: string;
    /** For the attached calendar file: the lesson that is accepted or cancelled. */
    event?: EventLesson | null;
    /** Whether it answers a proposal of the other side. */
    isCounter?: boolean;
    /** Whether this side did what the notice is about. */
    isOwn?: boolean;
    /** Whether neither side cancelled the lesson: an admin did, or an erasure. */
    isByNeither?: boolean;
    /** Whether a block by this side cancelled the lesson. */
    isByBlock?: boolean;
    /** Whether a decision of the team to stop messages cancelled it. */
    isByStop?: boolean;
    /** The start (ms) of the agreed lesson that the proposal would move, or that its acceptance moved. */
    movedTime?: number | null;
    /** What else the teacher has at the time, for the teacher. */
    overlaps?: readonly Overlap[];
  },
): { mail: NewMail; push: PushRequest | null } | null {
  const { id, guestName, guestEmail, listing } = parties;
  const asGuest = side === "learner" && guestEmail !== null;
  const person = asGuest
    ? { id: null, email: guestEmail, locale: parties.guestLocale ?? ctx.locale }
    : parties[side];
  if (!person) return null;
  const { email: to, locale } = person;
  const t = ctx.translator(locale);
  const other = getOtherSide(side);
  const name = (other === "learner" ? guestName : null) ?? formatSideName(t, other, parties[other]);
  const { times, details } = formatLesson(t, lesson, listing);
  const removes = event?.state === "cancelled" && event.time !== null ? [t("appointments.fileRemoves")] : [];
  const warnings =
    side === "teacher" ? formatOverlaps(t, overlaps, { isSeveral: false }).map(({ text }) => text) : [];
  const howToMeet = template === "appointment_accepted" ? formatHowToMeet(t, lesson.place) : null;
  const price = BEFORE_LESSON.includes(template) ? formatPrice(t, listing, lesson.minutes) : null;
  const advice = BEFORE_LESSON.includes(template)
    ? formatChildAdvice(t, parties, lesson.place, { isToLearner: side === "learner" })
    : null;
  const safetyUrl = ctx.config.SITE_URL + localizePath(locale, paths.safety());
  const params = {
    name,
    what: isOwn
      ? t(`appointments.${isByBlock ? "youBlocked" : "youCancelled"}`, { name })
      : t(
          isByStop
            ? "appointments.isStopped"
            : isByNeither
              ? "appointments.isCancelled"
              : "appointments.push.appointment_cancelled",
          { name },
        ),
    times: times.join("\n"),
    details: [
      details,
      ...(howToMeet ? [howToMeet] : []),
      ...(price ? [price] : []),
      ...(advice ? [`${advice} ${t("general.footer.safety")}: ${safetyUrl}`] : []),
      ...(isCounter ? [t("appointments.counter")] : []),
      ...formatMoved(t, { template, movedTime }),
      ...warnings,
      ...removes,
      ...(reason && template === "appointment_cancelled" ? [t("appointments.reasonBelow")] : []),
    ].join("\n"),
  };
  const path = paths.enquiry(id, asGuest ? { token: createGuestToken(ctx, { id, email: guestEmail }) } : {});
  const about = auditSubject("enquiry", id);
  const isAnswerable = template === "appointment_reminder" || template === "appointment_question";
  const condition = isAnswerable ? { condition: [template, lesson.id, side] as const } : {};
  const attachment =
    event && event.time !== null
      ? renderCalendarFile(ctx, t, {
          ...event,
          time: event.time,
          with: name,
          listing,
          notes: formatNotes(t, side, parties, event),
          path: asGuest ? paths.guestLinks() : path,
        })
      : null;
  return {
    mail: {
      template,
      to,
      locale,
      params,
      about,
      ...condition,
      actionPath: path,
      ...(reason ? { quote: reason } : {}),
      ...(attachment ? { attachment } : {}),
    },
    push:
      person.id === null
        ? null
        : {
            cause: `${lesson.id}:${template}`,
            about,
            ...condition,
            userId: person.id,
            kind: "enquiries",
            title: isByNeither ? params.what : t(`appointments.push.${template}`, params),
            body: [times.join(", "), ...warnings].join(". "),
            locale,
            path,
          },
  };
}

/**
 * The statements that tell these sides what the reader of an enquiry did, and the parent of a learner under 18, in the
 * batch of the action and with its guard.
 */
export function noticeStatements(
  ctx: Ctx,
  enquiry: EnquiryView,
  { to, ...notice }: Omit<Parameters<typeof composeNotice>[2], "to"> & { to: readonly Side[] },
  guard: Parameters<typeof queuePushStatement>[2],
): Statement[] {
  const about = auditSubject("enquiry", enquiry.id);
  const parentT = ctx.translator(enquiry.parentLocale);
  return [
    ...to.flatMap((side) => {
      const composed = composeNotice(ctx, enquiry, { ...notice, to: side, isOwn: side === enquiry.side });
      if (!composed) return [];
      const { mail, push } = composed;
      // The side that acts does not need a push message about it.
      return [
        ...queueMailAfterJoinedStatements(ctx, { ...mail, about }, guard),
        ...(push && push.userId !== ctx.user?.id ? [queuePushStatement(ctx, push, guard)] : []),
      ];
    }),
    // What a teacher proposes whom the learner blocked is delivered to nobody.
    ...(enquiry.isLearnerMinor && enquiry.parentEmail && !(enquiry.isBlocked && enquiry.side === "teacher")
      ? queueParentCopyStatements(ctx, {
          id: enquiry.id,
          isStoredSql: guard,
          text: formatCopy(parentT, notice, enquiry.listing),
          advice: BEFORE_LESSON.includes(notice.template)
            ? formatChildAdvice(parentT, enquiry, notice.lesson.place)
            : null,
          lesson: composeCopiedLesson(ctx, parentT, enquiry, notice),
          listing: enquiry.listing,
          side: enquiry.side,
          names: enquiry.names,
          parentEmail: enquiry.parentEmail,
          locale: enquiry.parentLocale,
        })
      : []),
  ];
}

/** The subject of a parent's copy about a lesson, and the file of one that is agreed or cancelled. */
export function composeCopiedLesson(
  ctx: Ctx,
  t: Translator,
  enquiry: Pick<EnquiryView, "names" | "learnerWho" | "isLearnerMinor"> & Pick<Parties, "listing">,
  { template, lesson, event }: Pick<Parameters<typeof composeNotice>[2], "template" | "lesson" | "event">,
) {
  const { names, listing } = enquiry;
  const place = formatPlace(t, lesson.place, listing);
  const when = formatLesson(t, lesson, listing).times.join(" / ") + (place === "" ? "" : ` (${place})`);
  const file =
    event && event.time !== null
      ? renderCalendarFile(ctx, t, {
          ...event,
          time: event.time,
          with: `${names.learner}, ${names.teacher}`,
          listing,
          notes: formatNotes(t, null, enquiry, event),
          path: listing ? paths.listing(listing.id) : paths.safety(),
        })
      : null;
  return { subject: t(`appointments.copySubjects.${template}`, { ...names, when }), file };
}

/** What happened, as the text of a parent's copy. */
export function formatCopy(
  t: Translator,
  {
    template,
    lesson,
    reason,
    movedTime,
    isByNeither = false,
    isByStop = false,
  }: Omit<Parameters<typeof composeNotice>[2], "to">,
  listing: Parties["listing"],
): string {
  const { times, details } = formatLesson(t, lesson, listing);
  return [
    t(`appointments.copies.${isByStop ? "isStopped" : isByNeither ? "isCancelled" : template}`),
    ...times,
    details,
    BEFORE_LESSON.includes(template) ? formatPrice(t, listing, lesson.minutes) : null,
    ...formatMoved(t, { template, movedTime }),
    reason && t("appointments.reason", { reason }),
  ]
    .filter(Boolean)
    .join("\n");
}
