import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";

/** Fewer answers are not representative. */
const LEAST = 5;
/** Older answers are out of date. */
const NEWEST = 50;

/**
 * The statement that updates a teacher's median time from an enquiry to its first answer, in seconds, over the newest
 * answers; null with too few.
 */
export const computeReplyMedian = ({ db }: Pick<Ctx, "db">, teacherId: string): Statement =>
  db.run(sql`update users set reply_median_s = (
    select case when count(*) > 0 then cast(round(avg(seconds)) as integer) end
    from (
      select seconds, row_number() over (order by seconds) as place, count(*) over () as answers
      from (
        select max(0, answered_ts - created_ts) / 1000.0 as seconds from enquiries
        where teacher_id = ${teacherId} and answered_ts is not null
        order by answered_ts desc limit ${NEWEST}
      )
    )
    where answers >= ${LEAST} and place in ((answers + 1) / 2, (answers + 2) / 2)
  ) where id = ${teacherId}`);
