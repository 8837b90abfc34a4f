import { eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { appointments, enquiries, messages } from "@/db/schema";
import { type Result, refuse } from "@/shared/errors";
import { isEndedByAuthorSql, isUnrepliedAnswerSql } from "../answer-status-sql";
import type { EnquiryView } from "../queries";

/** Messages and proposals of a teacher to the author of a request who wrote nothing yet, the answer included. */
const MAX_UNANSWERED = 3;

type Writer = Pick<EnquiryView, "id" | "side">;

/**
 * Condition: the viewing side has to wait for the other one before it writes or proposes a lesson. So has a teacher who
 * began the conversation, as an answer to a request, after `MAX_UNANSWERED`, or once the author closed the request or it
 * was erased after its end.
 */
export const awaitsReplySql = ({ id, side }: Writer): SQL =>
  side === "learner"
    ? sql`false`
    : sql`exists (select 1 from ${enquiries} where ${eq(enquiries.id, id)} and ${isUnrepliedAnswerSql("teacher")}
      and (${enquiries.requestId} is null or ${isEndedByAuthorSql}
        or (select count(*) from ${messages} where ${messages.enquiryId} = ${id} and ${messages.author} = 'teacher')
        + (select count(*) from ${appointments} where ${appointments.enquiryId} = ${id} and ${appointments.proposedBy} = 'teacher')
        >= ${MAX_UNANSWERED}))`;

/** Why the viewing side may not write now; null if it may. */
export async function findUnansweredRefusal(
  { db }: Pick<Ctx, "db">,
  writer: Writer,
): Promise<Result<never> | null> {
  const { isWaiting } = await db.get<{ isWaiting: number }>(
    sql`select ${awaitsReplySql(writer)} as isWaiting`,
  );
  return isWaiting ? refuse("conflict", { reason: "awaits_reply", params: { max: MAX_UNANSWERED } }) : null;
}
