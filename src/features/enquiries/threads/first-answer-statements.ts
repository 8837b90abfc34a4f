import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { refreshCardsStatement } from "@/features/listings";
import { isRequestAnswerSql } from "../answer-status-sql";
import type { EnquiryView } from "../queries";

/** Fewer answers are not representative. */
const MIN_ANSWERS = 5;
/** Older answers are out of date. */
const MAX_ANSWERS = 50;

/** The statements that compute the usual reply time again, if this is the teacher's first answer. */
export const firstAnswerStatements = (ctx: Ctx, { side, teacherId, answeredTs }: EnquiryView): Statement[] =>
  side === "teacher" && teacherId !== null && answeredTs === null
    ? [
        updateReplyMedianStatement(ctx, teacherId),
        refreshCardsStatement(ctx, sql`listings.owner_id = ${teacherId}`),
      ]
    : [];

/**
 * The statement that updates a teacher's median time from an enquiry to its first answer, in seconds, over the newest
 * answers; null with too few.
 */
const updateReplyMedianStatement = ({ db }: Ctx, teacherId: string): Statement =>
  db.run(sql`update users set reply_median_s = (
    select case when count(*) > 0 then cast(round(avg(seconds)) as integer) end
    from (
      select seconds, row_number() over (order by seconds) as position, count(*) over () as answers
      from (
        select max(0, answered_ts - created_ts) / 1000.0 as seconds from enquiries
        where teacher_id = ${teacherId} and answered_ts is not null and not ${isRequestAnswerSql}
        order by answered_ts desc limit ${MAX_ANSWERS}
      )
    )
    where answers >= ${MIN_ANSWERS} and position in ((answers + 1) / 2, (answers + 2) / 2)
  ) where id = ${teacherId}`);
