import { asc, eq, lte, sql } from "drizzle-orm";
import { type Ctx, withCurrentTime } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { alertFilters, alertMatches, alerts, pushSubscriptions, searchEntries, users } from "@/db/schema";
import { queueComposedMailsStatement } from "@/features/mail";
import { type KeyedPush, type PushRequest, queuePushesStatement } from "@/features/notifications";
import { paths } from "@/shared/paths";
import { createAlertToken } from "../alert-token";
import { formatAlertFilters } from "../format-alert-filters";
import { parseAlertQuery } from "../matching/save-alert-filters";
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
    const due = await listDue(ctx);
    if (due.length > 0) {
      const currentCtx = withCurrentTime(ctx);
      const pushes = await listPushes(currentCtx, due);
      await currentCtx.commit(digestStatements(currentCtx, due, pushes));
    }
    count += due.length;
    if (due.length < BATCH_SIZE || ctx.clock() >= endTs) return count;
  }
}

/** Written as in the index `alerts_due`. */
const isActiveSql = sql`${alerts.confirmedTs} is not null and ${alerts.pausedTs} is null`;

const listDue = ({ db, now }: Ctx) =>
  db
    .select({ id: alerts.id, dueTs: alerts.nextDigestTs, userId: alerts.userId })
    .from(alerts)
    .where(sql`${isActiveSql} and ${lte(alerts.nextDigestTs, now)}`)
    .orderBy(asc(alerts.nextDigestTs))
    .limit(BATCH_SIZE);

type DueAlert = Awaited<ReturnType<typeof listDue>>[number];

/** The push messages of due alerts whose accounts have devices. */
async function listPushes(ctx: Ctx, due: readonly DueAlert[]): Promise<KeyedPush[]> {
  const ids = due.filter(({ userId }) => userId !== null).map(({ id }) => id);
  if (ctx.push === null || ids.length === 0) return [];
  const rows = await ctx.db
    .select({
      id: alerts.id,
      dueTs: alerts.nextDigestTs,
      userId: users.id,
      email: users.email,
      locale: users.locale,
      query: alertFilters.query,
    })
    .from(alerts)
    .innerJoin(users, eq(users.id, alerts.userId))
    .innerJoin(alertFilters, eq(alertFilters.id, alerts.filtersId))
    .where(sql`${alerts.id} in (select value from json_each(${JSON.stringify(ids)}))
      and exists (select 1 from ${pushSubscriptions} where ${pushSubscriptions.userId} = ${users.id})`);
  return rows.map(({ id, dueTs, userId, email, locale, query }) => {
    const t = ctx.translator(locale);
    const push: PushRequest = {
      cause: auditSubject("alert", id),
      userId,
      kind: "alerts",
      title: t("notifications.messages.digest.title"),
      body: formatAlertFilters(t, parseAlertQuery(query)),
      locale,
      path: paths.alertAction(id, "open", { token: createAlertToken(ctx, { id, email }) }),
    };
    return { key: [id, dueTs], push };
  });
}

function digestStatements(ctx: Ctx, due: readonly DueAlert[], pushes: readonly KeyedPush[]): Statement[] {
  const { db, now, newId } = ctx;
  const dueJson = JSON.stringify(due.map(({ id, dueTs }) => [id, dueTs, newId()]));
  const isStillDueSql = sql`${alerts.id} = due.value ->> 0 and ${alerts.nextDigestTs} = due.value ->> 1 and ${isActiveSql}`;
  const newestSeqSql = sql`coalesce((select max(seq) from ${alertMatches}), 0)`;
  const nextSql = sql`case frequency when 'daily' then ${computeNextDigestTs("daily", now)} else ${computeNextDigestTs("weekly", now)} end`;
  return [
    queueComposedMailsStatement(
      ctx,
      "alert_digest",
      {
        id: sql`due.value ->> 2`,
        recipient: sql`coalesce(${users.email}, ${alerts.email})`,
        payload: sql`json_object('alertId', ${alerts.id}, 'afterSeq', ${alerts.sentSeq}, 'lastSeq', ${newestSeqSql})`,
        about: auditSubject("alert", alerts.id),
      },
      sql`json_each(${dueJson}) due cross join ${alerts} on ${isStillDueSql}
        left join ${users} on ${users.id} = ${alerts.userId}
        where exists (select 1 from ${alertMatches}
          where ${alertMatches.filtersId} = ${alerts.filtersId} and ${alertMatches.seq} > ${alerts.sentSeq})`,
    ),
    ...(pushes.length > 0 ? [queuePushesStatement(ctx, pushes, hasVisibleMatchSql(now))] : []),
    db.run(sql`
      update ${alerts} set next_digest_ts = ${nextSql}, sent_seq = max(sent_seq, ${newestSeqSql})
      from json_each(${dueJson}) due where ${isStillDueSql}`),
  ];
}

/** Guard of a push message: the alert is still due, and visitors can see one of its new matches. */
const hasVisibleMatchSql = (now: number) => sql`exists (
  select 1 from ${alerts} cross join ${alertMatches} on ${alertMatches.filtersId} = ${alerts.filtersId}
  cross join ${searchEntries} on ${searchEntries.num} = ${alertMatches.listingNum}
  where ${alerts.id} = pushed.key ->> 0 and ${alerts.nextDigestTs} = pushed.key ->> 1 and ${isActiveSql}
    and ${alertMatches.seq} > ${alerts.sentSeq} and ${searchEntries.expiresTs} > ${now}
    and ${searchEntries.card} ->> 'ownerId' is not ${alerts.userId})`;
