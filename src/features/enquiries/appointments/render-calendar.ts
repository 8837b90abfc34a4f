import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import type { Ctx } from "@/context";
import type { AppointmentState } from "@/shared/codes";
import { localizePath } from "@/shared/i18n/locales";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { ONLINE } from "@/shared/schemas/appointment";
import { getOtherSide } from "../names";
import type { EnquiryView } from "../queries";
import { getAppointmentEnd } from "./appointment-state";
import { formatPlace } from "./format-lesson";
import type { AppointmentView } from "./queries";

/** A lesson that was accepted once. */
export type CalendarEvent = {
  id: string;
  state: AppointmentState;
  /** The start (ms). */
  time: number;
  minutes: number;
  place: string;
  updatedTs: number;
  /** The other side's name. */
  with: string;
  /** Of the listing; null once it was erased. */
  title: string | null;
  /** The conversation; null for guests, whose link is a secret that calendars would pass on. */
  path: string | null;
};

/** Lessons as iCalendar (RFC 5545), with times in UTC. A cancelled one has a higher sequence number. */
export function renderCalendar(
  { config }: Pick<Ctx, "config">,
  t: Translator,
  events: readonly CalendarEvent[],
): string {
  const { SITE_NAME: site, SITE_URL } = config;
  const calendar = ical({
    prodId: { company: site, product: "lessons", language: t.locale.toUpperCase() },
    name: site,
    method: ICalCalendarMethod.PUBLISH,
  });
  for (const { id, state, time, minutes, place, updatedTs, with: name, title, path } of events) {
    const isCancelled = state === "cancelled";
    const url = path === null ? null : SITE_URL + localizePath(t.locale, path);
    const description = [title, place === ONLINE ? t("appointments.event.online") : null, url];
    calendar.createEvent({
      id: `${id}@${new URL(SITE_URL).hostname}`,
      sequence: isCancelled ? 1 : 0,
      status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      stamp: new Date(updatedTs),
      start: new Date(time),
      end: new Date(getAppointmentEnd({ times: [], time, minutes })),
      summary: t("appointments.event.title", { name }),
      location: formatPlace(t, place) || null,
      description: description.filter(Boolean).join("\n") || null,
      url,
    });
  }
  return calendar.toString();
}

/** One lesson of a conversation, for its reader. */
export const renderAppointmentFile = (
  ctx: Pick<Ctx, "config" | "t">,
  { appointment, time, enquiry }: { appointment: AppointmentView; time: number; enquiry: EnquiryView },
): string => {
  const asGuest = enquiry.side === "learner" && enquiry.guestEmail !== null;
  const path = asGuest ? null : paths.enquiry(enquiry.id);
  return renderCalendar(ctx, ctx.t, [
    {
      ...appointment,
      time,
      with: enquiry.names[getOtherSide(enquiry.side)],
      title: enquiry.listing?.title ?? null,
      path,
    },
  ]);
};
