import { type SQL, sql } from "drizzle-orm";
import type { Side } from "@/shared/codes";

/** A column of the newest message of a row of `enquiries` that this side may see; null if no message is left. */
export const newestMessageSql = <T = string>(
  column: "author" | "text" | "created_ts",
  side: Side,
): SQL<T | null> =>
  sql.raw(
    `(select ${column} from messages where enquiry_id = enquiries.id and (author = '${side}' or not is_undelivered)
      order by created_ts desc, id desc limit 1)`,
  ) as SQL<T | null>;

/**
 * Whether the teacher of a row of `enquiries` wrote no message, proposed no lesson and answered no proposal since the
 * learner's newest message. A lesson that the learner cancelled was accepted after it was proposed.
 */
export const isUnansweredByTeacherSql = sql<number>`(${newestMessageSql("author", "teacher")} is 'learner'
  and not exists (select 1 from appointments lesson where lesson.enquiry_id = enquiries.id
    and ${newestMessageSql("created_ts", "teacher")} <= case
      when lesson.proposed_by = 'teacher' then lesson.created_ts
      when lesson.state = 'proposed' or lesson.is_undelivered then null
      when lesson.cancelled_by is not 'learner' then lesson.updated_ts
      when lesson.time is not null then lesson.created_ts end))`;
