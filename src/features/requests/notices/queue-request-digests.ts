import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { runInBatches } from "@/db/run-in-batches";
import { requestNotices, users } from "@/db/schema";
import { DIGEST_TIME } from "@/features/alerts";
import { queueComposedMailsStatement } from "@/features/mail";
import { addDays, parseLocalTime, toDay } from "@/shared/dates";

/** What the outbox stores of a digest: its notices have this `digest_ts`. */
export type RequestDigestPayload = { teacherId: string; digestTs: number };

/** Notices of one batch. */
const BATCHES = { size: 1_000, maxBatches: 20 };

/**
 * Queues the daily mails about requests: one to each teacher with notices from before the last 6 pm in Bucharest. The
 * batch that adds the mails marks their notices, so each notice is in one mail. The mails are composed when they are
 * delivered. Returns the number of notices that were due.
 */
export const queueRequestDigests = (ctx: Ctx): Promise<number> => {
  const digestTs = findLastDigestTs(ctx.now);
  return runInBatches(BATCHES, async (size) => {
    const due = await ctx.db.all<{ teacherId: string }>(sql`
      select teacher_id as teacherId from ${requestNotices}
      where digest_ts is null and created_ts < ${digestTs} order by created_ts limit ${size}`);
    const teachers = [...new Set(due.map(({ teacherId }) => teacherId))];
    if (teachers.length > 0) await ctx.commit(digestStatements(ctx, teachers, digestTs));
    return due.length;
  });
};

/** The last time (ms) at which digests were due. */
export function findLastDigestTs(now: number): number {
  const at = (day: string) => parseLocalTime(`${day}T${DIGEST_TIME}`) ?? 0;
  const today = toDay(now);
  return at(today) <= now ? at(today) : at(addDays(today, -1));
}

function digestStatements(ctx: Ctx, teachers: readonly string[], digestTs: number) {
  const mails = JSON.stringify(teachers.map((id) => [id, ctx.newId()]));
  const isDueSql = sql`digest_ts is null and created_ts < ${digestTs}`;
  return [
    queueComposedMailsStatement(
      ctx,
      "request_digest",
      {
        id: sql`due.value ->> 1`,
        recipient: sql`${users.email}`,
        payload: sql`json_object('teacherId', ${users.id}, 'digestTs', ${digestTs})`,
      },
      sql`json_each(${mails}) due cross join ${users} on ${users.id} = due.value ->> 0
        where exists (select 1 from ${requestNotices} where teacher_id = ${users.id} and ${isDueSql})`,
    ),
    ctx.db.run(sql`
      update ${requestNotices} set digest_ts = ${digestTs}
      where teacher_id in (select value ->> 0 from json_each(${mails})) and ${isDueSql}`),
  ];
}
