import { asc, lte, sql } from "drizzle-orm";
import { type Ctx, withCurrentTime } from "@/context";
import { withAfterCommitHook } from "@/db/after-commit";
import type { Statement } from "@/db/client";
import { alertMatches, alerts, mailOutbox, users } from "@/db/schema";
import { computeNextDigestTs } from "./compute-next-digest-ts";

/** What the outbox stores of a digest: the alert, and the range of its matches after `afterSeq`. */
export type DigestPayload = { alertId: string; afterSeq: number; lastSeq: number };

/** Digests of one batch, less than half a second of writing. */
const BATCH_SIZE = 2_000;
/** A run starts no batch after this time (ms), so that it ends before the next run. */
const RUN_MS = 20_000;

/**
 * Queues the digests that are due. A batch adds the mails of alerts with new matches and moves all of its alerts to
 * their next digest; both depend on the time that was read, so each digest is queued once, also when the job is aborted
 * or runs twice. The mails are composed when they are delivered. Returns the number of alerts that were due.
 */
export async function queueAlertDigests(ctx: Ctx): Promise<number> {
  const endTs = ctx.clock() + RUN_MS;
  for (let count = 0; ; ) {
    const currentCtx = withCurrentTime(ctx);
    const due = await listDue(currentCtx);
    if (due.length > 0) await currentCtx.commit(digestStatements(currentCtx, due));
    count += due.length;
    if (due.length < BATCH_SIZE || ctx.clock() >= endTs) return count;
  }
}

/** Written as in the index `alerts_due`. */
const isActiveSql = sql`${alerts.confirmedTs} is not null and ${alerts.pausedTs} is null`;

const listDue = ({ db, now }: Ctx) =>
  db
    .select({ id: alerts.id, dueTs: alerts.nextDigestTs })
    .from(alerts)
    .where(sql`${isActiveSql} and ${lte(alerts.nextDigestTs, now)}`)
    .orderBy(asc(alerts.nextDigestTs))
    .limit(BATCH_SIZE);

type DueAlert = Awaited<ReturnType<typeof listDue>>[number];

function digestStatements({ db, now, newId }: Ctx, due: readonly DueAlert[]): Statement[] {
  const dueJson = JSON.stringify(due.map(({ id, dueTs }) => [id, dueTs, newId()]));
  const isStillDueSql = sql`${alerts.id} = due.value ->> 0 and ${alerts.nextDigestTs} = due.value ->> 1 and ${isActiveSql}`;
  const newestSeqSql = sql`coalesce((select max(seq) from ${alertMatches}), 0)`;
  const nextSql = sql`case frequency when 'daily' then ${computeNextDigestTs("daily", now)} else ${computeNextDigestTs("weekly", now)} end`;
  return [
    withAfterCommitHook(
      "wake-outbox",
      db.run(sql`
        insert into ${mailOutbox} (id, template, recipient, subject, text, html, payload, created_ts, next_attempt_ts)
        select due.value ->> 2, 'alert_digest', coalesce(${users.email}, ${alerts.email}), '', '', '',
          json_object('alertId', ${alerts.id}, 'afterSeq', ${alerts.sentSeq}, 'lastSeq', ${newestSeqSql}), ${now}, ${now}
        from json_each(${dueJson}) due cross join ${alerts} on ${isStillDueSql}
        left join ${users} on ${users.id} = ${alerts.userId}
        where exists (select 1 from ${alertMatches}
          where ${alertMatches.filtersId} = ${alerts.filtersId} and ${alertMatches.seq} > ${alerts.sentSeq})`),
    ),
    db.run(sql`
      update ${alerts} set next_digest_ts = ${nextSql}, sent_seq = max(sent_seq, ${newestSeqSql})
      from json_each(${dueJson}) due where ${isStillDueSql}`),
  ];
}
