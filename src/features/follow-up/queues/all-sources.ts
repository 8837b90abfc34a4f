import type { FollowUpQueue } from "@/shared/codes";
import { LISTING_SOURCES } from "./listing-sources";
import { REVIEW_SOURCES } from "./review-sources";
import type { RowSource } from "./row-source";
import { USER_SOURCES } from "./user-sources";

/** Every source of every queue. */
export const SOURCES: readonly RowSource[] = [...LISTING_SOURCES, ...REVIEW_SOURCES, ...USER_SOURCES];

/** The sources of one queue, or of all. */
export const listSources = (queue: FollowUpQueue | null): readonly RowSource[] =>
  queue === null ? SOURCES : SOURCES.filter((source) => source.queue === queue);
