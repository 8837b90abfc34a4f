import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import type { Ctx } from "@/context";
import type { TextFile } from "@/platform/mail";
import type { AppointmentState, Side } from "@/shared/codes";
import { formatPlace } from "@/shared/format-lesson-place";
import { localizePath } from "@/shared/i18n/locales";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { getOtherSide } from "../names";
import type { EnquiryView } from "../queries";
import { getAppointmentEnd } from "./appointment-state";
import { formatChildAdvice, formatHowToMeet, formatPrice, type LessonListing } from "./format-lesson";
import type { AppointmentView } from "./queries";

/** A lesson that was accepted once. */
export type CalendarEvent = {
  enquiryId: string;
  /** Columns of `appointments`. */
  eventNumber: number;
  earlierCount: number;
  state: AppointmentState;
  /** The start (ms). */
  time: number;
  minutes: number;
  place: string;
  updatedTs: number;
  /** The other side's name. */
  with: string;
  /** Null once it was erased. */
  listing: ({ title: string } & LessonListing) | null;
  /** What the lesson costs, and the rule of the safety page for a child; null for none. */
  notes: readonly (string | null)[];
  /** The conversation; for guests, whose link is a secret that calendars would pass on, the page that mails it. */
  path: string;
};

/**
 * The id of the event that a lesson has in calendars: a moved lesson keeps it, and so does the next after a cancelled
 * one.
 */
export const toEventKey = ({ enquiryId, eventNumber }: Pick<CalendarEvent, "enquiryId" | "eventNumber">) =>
  eventNumber === 0 ? enquiryId : `${enquiryId}-${eventNumber}`;

/**
 * Lessons as iCalendar (RFC 5545), with times in UTC. Each acceptance and cancellation of an event raises its sequence
 * number, so calendars know the last one. `method` and the organizer are those of RFC 5546, 3.2.1 and 3.2.5.
 */
export function renderCalendar(
  { config }: Ctx,
  t: Translator,
  events: readonly CalendarEvent[],
  method = ICalCalendarMethod.PUBLISH,
): string {
  const { SITE_NAME: site, SITE_URL, MAIL_FROM } = config;
  const email = MAIL_FROM.match(/[^<\s]+@[^>\s]+/)?.[0] ?? MAIL_FROM;
  const calendar = ical({
    prodId: { company: site, product: "lessons", language: t.locale.toUpperCase() },
    name: site,
    method,
  });
  for (const event of events) {
    const { state, time, minutes, place, listing, notes, path } = event;
    const isCancelled = state === "cancelled";
    const url = SITE_URL + localizePath(t.locale, path);
    const description = [listing?.title, formatHowToMeet(t, place), ...notes, url];
    calendar.createEvent({
      id: `${toEventKey(event)}@${new URL(SITE_URL).hostname}`,
      sequence: 2 * event.earlierCount + (isCancelled ? 1 : 0),
      status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      stamp: new Date(event.updatedTs),
      start: new Date(time),
      end: new Date(getAppointmentEnd({ times: [], time, minutes })),
      summary: t("appointments.event.title", { name: event.with }),
      location: formatPlace(t, place, listing) || null,
      description: description.filter(Boolean).join("\n") || null,
      organizer: { name: site, email },
      url,
    });
  }
  return calendar.toString();
}

/**
 * A file with one lesson. For a cancelled one its method is CANCEL: programs then offer to remove the lesson. With PUBLISH
 * Outlook would add it again, as free time.
 */
export function renderCalendarFile(ctx: Ctx, t: Translator, event: CalendarEvent): TextFile {
  const method = event.state === "cancelled" ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH;
  return {
    name: "lesson.ics",
    type: `text/calendar; charset=utf-8; method=${method}`,
    text: renderCalendar(ctx, t, [event], method),
  };
}

/** The notes of an event in the calendar of this side, or of a parent (null). */
export const formatNotes = (
  t: Translator,
  side: Side | null,
  enquiry: Parameters<typeof formatChildAdvice>[1] & { listing: LessonListing | null },
  { minutes, place }: Pick<CalendarEvent, "minutes" | "place">,
): CalendarEvent["notes"] => [
  formatPrice(t, enquiry.listing, minutes),
  formatChildAdvice(t, enquiry, place, { isToLearner: side === "learner" }),
];

/** The file with one lesson of a conversation, for its reader. */
export const renderAppointmentFile = (
  ctx: Ctx,
  { appointment, time, enquiry }: { appointment: AppointmentView; time: number; enquiry: EnquiryView },
): TextFile =>
  renderCalendarFile(ctx, ctx.t, {
    ...appointment,
    time,
    with: enquiry.names[getOtherSide(enquiry.side)],
    listing: enquiry.listing,
    notes: formatNotes(ctx.t, enquiry.side, enquiry, appointment),
    path:
      enquiry.side === "learner" && enquiry.guestEmail !== null
        ? paths.guestLinks()
        : paths.enquiry(enquiry.id),
  });
