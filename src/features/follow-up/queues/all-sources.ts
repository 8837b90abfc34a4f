import type { FollowUpQueue } from "@/shared/codes";
import {
  checkoutsExpired,
  checkoutsFailed,
  listingsExpiring,
  listingsPending,
  ordersUnsettled,
  paymentAlerts,
  promotionsEnding,
  refundsRefused,
  reportsOpen,
  revisionsPending,
} from "./listing-sources";
import { authorObjections, reviewReportsOpen, reviewsPending, teacherObjections } from "./review-sources";
import type { RowSource } from "./row-source";
import {
  contact,
  enquiriesUnanswered,
  mailUndelivered,
  profilesIncomplete,
  testimonialsPending,
  verificationsPending,
} from "./user-sources";

/** Every source of every queue. */
export const SOURCES: readonly RowSource[] = [
  contact,
  reportsOpen,
  paymentAlerts,
  refundsRefused,
  ordersUnsettled,
  listingsPending,
  revisionsPending,
  reviewsPending,
  reviewReportsOpen,
  authorObjections,
  teacherObjections,
  testimonialsPending,
  verificationsPending,
  enquiriesUnanswered,
  promotionsEnding,
  listingsExpiring,
  checkoutsExpired,
  checkoutsFailed,
  profilesIncomplete,
  mailUndelivered,
];

/** The sources of one queue, or of all. */
export const listSources = (queue: FollowUpQueue | null): readonly RowSource[] =>
  queue === null ? SOURCES : SOURCES.filter((source) => source.queue === queue);
