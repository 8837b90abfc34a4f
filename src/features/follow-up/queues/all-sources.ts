import { type FollowUpQueue, TASK_QUEUES } from "@/shared/codes";
import { E_INVOICE_SOURCES } from "./e-invoice-sources";
import { LISTING_SOURCES } from "./listing-sources";
import { REQUEST_SOURCES } from "./request-sources";
import { REVIEW_SOURCES } from "./review-sources";
import type { RowSource } from "./row-source";
import { USER_SOURCES } from "./user-sources";

/** Every source of every queue. */
export const SOURCES: readonly RowSource[] = [
  ...LISTING_SOURCES,
  ...E_INVOICE_SOURCES,
  ...REVIEW_SOURCES,
  ...REQUEST_SOURCES,
  ...USER_SOURCES,
];

/** The sources of one queue, or of all tasks. */
export const listSources = (queue: FollowUpQueue | null): readonly RowSource[] => {
  const queues: readonly FollowUpQueue[] = queue === null ? TASK_QUEUES : [queue];
  return SOURCES.filter((source) => queues.includes(source.queue));
};
