import { type SQL, sql } from "drizzle-orm";
import type { FollowUpQueue } from "@/shared/codes";
import { toDay } from "@/shared/dates";

/**
 * Condition: an admin snoozed the row of the follow-up list, or marked it as done. The admins' pages still list what it
 * is about, with a badge; counts leave it out. `since` is when it entered the queue (ms).
 */
export const isSetAsideSql = (now: number, queue: FollowUpQueue, id: SQL, since: SQL): SQL<number> =>
  sql`exists (select 1 from follow_up_notes note where note.key = ${`${queue}:`} || ${id} and note.since_ts = ${since}
    and (note.outcome is not null or note.snoozed_until > ${toDay(now)}))`;
