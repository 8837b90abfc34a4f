import type { FollowUpQueue } from "@/shared/codes";
import {
  checkoutsExpired,
  checkoutsFailed,
  listingsExpiring,
  listingsPending,
  payments,
  promotionsEnding,
  reportsOpen,
  revisionsPending,
} from "./listing-sources";
import {
  contact,
  enquiriesUnanswered,
  mailUndelivered,
  profilesIncomplete,
  testimonialsPending,
} from "./people-sources";
import type { Source } from "./source";

/** Every source of every queue. */
export const SOURCES: readonly Source[] = [
  contact,
  reportsOpen,
  payments,
  listingsPending,
  revisionsPending,
  testimonialsPending,
  enquiriesUnanswered,
  promotionsEnding,
  listingsExpiring,
  checkoutsExpired,
  checkoutsFailed,
  profilesIncomplete,
  mailUndelivered,
];

/** The sources of one queue, or of all. */
export const sourcesOf = (queue: FollowUpQueue | null): readonly Source[] =>
  queue === null ? SOURCES : SOURCES.filter((source) => source.queue === queue);
