import type { FollowUpQueue } from "@/shared/codes";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import type { FollowUpRow } from "./queues/row";
import type { RowTexts } from "./queues/row-source";

export type TargetTexts = {
  /** The row's target: a listing's title, a mail's subject. */
  what: string;
  /** The person concerned; empty if there is none. */
  who: string;
  /** The reason in a few words; empty if the queue's name says it. */
  about: string;
  /** Path of the page where an admin handles it, without locale. */
  path: string;
};

/** A row's texts in the language of the page. */
export function toTargetTexts(t: Translator, { queue, id, key, texts }: FollowUpRow): TargetTexts {
  if (!texts) return { what: t("follow-up.deleted"), who: "", about: "", path: paths.followUpRow(key) };
  const { title, taughtSubject, concerned } = texts;
  const fallback = taughtSubject ? t(`general.subjects.${taughtSubject}`) : t("follow-up.untitled");
  return {
    what: title || fallback,
    who: concerned ?? "",
    about: formatReason(t, queue, texts),
    path: PATHS[queue](id, texts),
  };
}

const PATHS: Record<FollowUpQueue, (id: string, texts: RowTexts) => string> = {
  // A message has no page of its own; it is shown on its row's page.
  contact: (id) => paths.followUpRow(`contact:${id}`),
  reports: (id) => paths.adminReport(id),
  // An event of an unknown order has no page of its own.
  payments: (id, { linkId }) => (linkId ? paths.adminOrder(linkId) : paths.followUpRow(`payments:${id}`)),
  listings_pending: (id) => paths.adminListing(id),
  reviews_pending: (id) => paths.adminReview(id),
  review_reports: (id) => paths.adminReview(id),
  review_objections: (id) => paths.adminReview(id),
  testimonials: () => paths.adminTestimonials(),
  verifications_pending: (id) => paths.adminVerification(id),
  enquiries_unanswered: (_, { linkId }) => paths.adminListing(linkId ?? ""),
  promotions_ending: (id) => paths.adminOrder(id),
  listings_expiring: (id) => paths.adminListing(id),
  checkouts_abandoned: (id) => paths.adminOrder(id),
  profiles_incomplete: (id) => paths.adminUser(id),
  mail_undelivered: () => paths.adminMail(),
};

function formatReason(t: Translator, queue: FollowUpQueue, { code }: RowTexts): string {
  if (!code) return "";
  switch (queue) {
    case "reports":
      return t(`moderation.reports.reasons.${code}`);
    case "payments":
      return t(`payments-admin.outcomes.${code}`);
    case "checkouts_abandoned":
      return t(`general.orderStates.${code}`);
    case "verifications_pending":
      return t(`verifications.kinds.${code}`);
    case "promotions_ending":
      return t(`follow-up.about.${code}`);
    case "review_reports":
      return t(`reviews.reasons.${code}`);
    case "reviews_pending":
    case "review_objections":
    case "listings_pending":
    case "profiles_incomplete":
      return t(`follow-up.about.${code}`);
    default:
      return "";
  }
}
