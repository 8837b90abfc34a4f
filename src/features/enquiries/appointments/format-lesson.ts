import { formatLocalTime } from "@/shared/dates";
import { formatLei, formatLessonTime } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { isNamedPlace, ONLINE } from "@/shared/schemas/appointment";
import type { EnquiryView } from "../queries";
import type { Overlap } from "./queries";

/** The columns of a listing that tell what a lesson costs, and where its teacher's home is. */
export type LessonListing = Pick<
  NonNullable<EnquiryView["listing"]>,
  "price" | "trial" | "sessionMinutes" | "county" | "neighbourhood" | "locations"
>;

/** Whether a lesson is partly between 22:00 and 6:00, in Romanian time. */
export function isAtNight({ time, minutes }: { time: number; minutes: number }): boolean {
  const [hour = 0, minute = 0] = formatLocalTime(time).slice(11).split(":").map(Number);
  return hour < 6 || hour * 60 + minute + minutes > 22 * 60;
}

/** What is still to be agreed in the conversation about the place of an agreed lesson; null for a typed place. */
export const formatHowToMeet = (t: Translator, place: string): string | null =>
  isNamedPlace(place) ? t(`appointments.event.${place === ONLINE ? "online" : "address"}`) : null;

/** The price of the listing, after the terms of its first lesson; null without a price. */
const formatListingPrice = (t: Translator, listing: LessonListing | null): string | null =>
  listing?.price == null
    ? null
    : t(`appointments.price.${listing.trial}`, {
        price: formatLei(listing.price, t.locale),
        minutes: listing.sessionMinutes,
      });

/** The same for a lesson of a length, or null for any; null without a price. A free lesson is free at any length. */
export function formatPrice(
  t: Translator,
  listing: LessonListing | null,
  minutes: number | null,
): string | null {
  const price = formatListingPrice(t, listing);
  return price !== null && minutes !== listing?.sessionMinutes && listing?.trial !== "free"
    ? `${price} ${t("appointments.price.otherLength")}`
    : price;
}

/**
 * The rule of the safety page for a lesson of a child at this place; null for an adult, and at a school or center. A typed
 * place may be the teacher's home. `isToLearner`: for a learner under 18, not about a child.
 */
export const formatChildAdvice = (
  t: Translator,
  { learnerWho, isLearnerMinor }: Partial<Pick<EnquiryView, "learnerWho" | "isLearnerMinor">>,
  place: string,
  { isToLearner = false }: { isToLearner?: boolean } = {},
): string | null =>
  (learnerWho === "child" || isLearnerMinor) && place !== "sc" && place !== "tc"
    ? t(
        `appointments.${isToLearner && isLearnerMinor ? "forMinor" : "forChild"}.${place === ONLINE || place === "lh" ? place : "place"}`,
      )
    : null;

/** A lesson or proposal with what it overlaps, as text. */
type FormattedOverlap = Pick<Overlap, "id" | "enquiryId" | "isAgreed"> & { text: string };

/**
 * Each other lesson or proposal once: "Overlaps the lesson with Simona P., Sat, Nov 28, 2026, 10:00 AM.", with
 * `isSeveral` after those of several times that it overlaps.
 */
export const formatOverlaps = (
  t: Translator,
  overlaps: readonly Overlap[],
  { isSeveral }: { isSeveral: boolean },
): FormattedOverlap[] => {
  const format = (times: readonly number[]) =>
    [...new Set(times)].map((time) => formatLessonTime(time, t.locale)).join(" / ");
  return [...Map.groupBy(overlaps, ({ id }) => id).values()].flatMap((same) => {
    const [other] = same;
    if (!other) return [];
    const { id, enquiryId, isAgreed, with: name } = other;
    const time = format(same.map(({ otherTime }) => otherTime));
    const text = t(`appointments.overlaps.${isAgreed ? "agreed" : "proposed"}`, { name, time });
    return {
      id,
      enquiryId,
      isAgreed,
      text: (isSeveral ? `${format(same.map((one) => one.time))}: ` : "") + text,
    };
  });
};
