import type { FollowUpQueue } from "@/shared/codes";
import { listingsExpiring, listingsPending, reports, revisionsPending } from "./listing-sources";
import { checkoutsExpired, checkoutsFailed, payments, promotionsEnding } from "./money-sources";
import {
  contact,
  enquiriesUnanswered,
  mailUndelivered,
  profilesIncomplete,
  testimonials,
} from "./people-sources";
import type { Source } from "./source";

/** Every source of every queue. */
export const SOURCES: readonly Source[] = [
  contact,
  reports,
  payments,
  listingsPending,
  revisionsPending,
  testimonials,
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
