import { and, asc, desc, eq, gt, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Ctx, withCurrentTime } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { listings, pushSubscriptions, requestNotices, requestQueue, requests, users } from "@/db/schema";
import { type KeyedPush, queuePushesStatement } from "@/features/notifications";
import { formatLei } from "@/shared/format";
import { formatRequest } from "@/shared/format-request";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { REQUEST_OPEN_MS } from "@/shared/request-limits";
import {
  compareOpened,
  fitsTeacherSql,
  isOpenSql,
  type LearnerRequest,
  ownAnswerSql,
  toListingMatch,
  toPlaceScopes,
} from "../queries";
import { findLastDigestTs } from "./queue-request-digests";

/** Listings of one batch, each with its teacher. */
const LISTINGS_PER_BATCH = 200;
/** Batches of one run. The jobs of a minute together send at most 1,000 statements. */
const BATCHES_PER_RUN = 20;
/** Listings of the queue in one run, a batch of at most a dozen statements for each. */
const QUEUED_PER_RUN = 20;
/** A run starts no batch after this time (ms), so that it ends before the next run. */
const RUN_MS = 20_000;
/** Requests that a teacher is told of between two daily mails. The page of requests has all. */
const MAX_A_DAY = 5;

/**
 * Tells the teachers of open requests that fit: notes them for the daily mail, and queues push messages. First those whose
 * listing is new to visitors, of the requests that are already open. Each batch writes its notices together with the
 * progress of its request or of the queue, so the next run continues after an aborted one and tells no teacher twice.
 * Requests take turns. Returns the number of batches.
 */
export async function notifyTeachersOfRequests(ctx: Ctx): Promise<number> {
  const endTs = ctx.clock() + RUN_MS;
  let batchCount = 0;
  for (const listing of await listQueuedListings(ctx)) {
    await notifyOwner(withCurrentTime(ctx), listing);
    batchCount++;
  }
  for (;;) {
    const due = await listDueRequests(ctx);
    for (const request of due) {
      if (batchCount >= BATCHES_PER_RUN || ctx.clock() >= endTs) return batchCount;
      await notifyBatch(withCurrentTime(ctx), request);
      batchCount++;
    }
    if (due.length === 0) return batchCount;
  }
}

/** Condition on a row with the audit log subject `subject`: no decision about it can still be undone. */
const isFinalSql = (subject: SQL, now: number): SQL =>
  sql`not exists (select 1 from decision_undos where subject = ${subject} and expires_ts > ${now})`;

/** Condition: a teacher was told of as many requests as they can be until the next daily mail. */
const isAtLimitSql = (now: number, teacherId: SQL | SQLiteColumn): SQL =>
  sql`((select count(*) from request_notices earlier
    where earlier.teacher_id = ${teacherId} and earlier.created_ts >= ${findLastDigestTs(now)}) >= ${MAX_A_DAY})`;

type QueuedListing = Pick<LearnerRequest, "subject" | "county" | "online"> & { num: number; ownerId: string };

/**
 * The first listings of the queue whose publication cannot be undone any more. Those of teachers at their limit wait for
 * the next daily mail, and do not delay the others.
 */
const listQueuedListings = ({ db, now }: Ctx) =>
  db
    .select({
      num: listings.num,
      ownerId: listings.ownerId,
      subject: listings.subject,
      county: listings.county,
      online: listings.online,
    })
    .from(requestQueue)
    .innerJoin(listings, eq(listings.num, requestQueue.listingNum))
    .where(
      and(
        isFinalSql(auditSubject("listing", listings.id), now),
        sql`not ${isAtLimitSql(now, listings.ownerId)}`,
      ),
    )
    .orderBy(asc(requestQueue.listingNum))
    .limit(QUEUED_PER_RUN);

/**
 * Tells the owner of a queued listing about the newest open requests for its subject and place. The listing stays in the
 * queue if the owner's limit leaves some of them untold.
 */
async function notifyOwner(ctx: Ctx, { num, ownerId, ...place }: QueuedListing): Promise<void> {
  const { db, now } = ctx;
  const isUntoldSql = (requestId: SQL | SQLiteColumn) => sql`not exists (select 1 from request_notices told
    where told.request_id = ${requestId} and told.teacher_id = ${ownerId})`;
  const pages = toPlaceScopes(place).map((scope) =>
    db
      .select()
      .from(requests)
      .where(
        and(
          isOpenSql(now),
          scope,
          isUntoldSql(requests.id),
          isFinalSql(auditSubject("request", requests.id), now),
          fitsTeacherSql(now, sql`${ownerId}`),
          sql`not exists (${ownAnswerSql(sql`${ownerId}`)})`,
        ),
      )
      .orderBy(desc(requests.openedTs), asc(requests.id))
      .limit(MAX_A_DAY),
  );
  const [first, ...rest] = pages;
  const found = first ? (await db.batch([first, ...rest])).flat() : [];
  const last = [...new Map(found.map((request) => [request.id, request])).values()]
    .sort(compareOpened)
    .slice(0, MAX_A_DAY);
  const isQueuedSql = sql`exists (select 1 from ${requestQueue} where listing_num = ${num})`;
  const statements: Statement[] = [];
  for (const request of last)
    statements.push(...(await noticeStatements(ctx, request, [ownerId], isQueuedSql)));
  const ids = JSON.stringify(last.map(({ id }) => id));
  const isLeftSql = sql`(${isAtLimitSql(now, sql`${ownerId}`)}
    and exists (select 1 from json_each(${ids}) chosen where ${isUntoldSql(sql`chosen.value`)}))`;
  await ctx.commit([
    ...statements,
    db.delete(requestQueue).where(and(eq(requestQueue.listingNum, num), sql`not ${isLeftSql}`)),
  ]);
}

type DueRequest = LearnerRequest & { notifiedPosition: number };

/** The delivery condition `request_push`: a request is open, and fits a teacher who did not answer it. */
export const isRequestPushDueSql = (now: number, condition: SQL): SQL => sql`exists (
  select 1 from ${requests} where ${requests.id} = ${condition} ->> 1 and ${isOpenSql(now)}
    and ${fitsTeacherSql(now, sql`(${condition} ->> 2)`)} and not exists (${ownAnswerSql(sql`(${condition} ->> 2)`)}))`;

/** Without requests whose approval can still be undone. */
const listDueRequests = async ({ db, now }: Ctx): Promise<DueRequest[]> => {
  const rows = await db
    .select()
    .from(requests)
    .where(
      and(
        isNotNull(requests.notifiedPosition),
        lte(requests.openedTs, now),
        // The job that closes it after its time may be late.
        gt(requests.openedTs, now - REQUEST_OPEN_MS),
        isFinalSql(auditSubject("request", requests.id), now),
      ),
    )
    .orderBy(asc(requests.openedTs))
    .limit(BATCHES_PER_RUN);
  return rows.map((row) => ({ ...row, notifiedPosition: row.notifiedPosition ?? 0 }));
};

async function notifyBatch(ctx: Ctx, request: DueRequest): Promise<void> {
  const found = await listNextTeachers(ctx, request);
  const teacherIds = [...new Set(found.map(({ teacherId }) => teacherId))];
  const isDone = found.length < LISTINGS_PER_BATCH;
  const lastPosition = isDone ? null : (found.at(-1)?.position ?? null);
  /** No other run has moved the progress. */
  const isCurrentSql = sql`${requests.notifiedPosition} = ${request.notifiedPosition}`;
  await ctx.commit([
    ...(await noticeStatements(ctx, request, teacherIds, isCurrentSql)),
    ctx.db
      .update(requests)
      .set({ notifiedPosition: lastPosition })
      .where(and(eq(requests.id, request.id), isOpenSql(ctx.now), isCurrentSql)),
  ]);
}

/** The teachers of the next listings in the search index that have the request's subject and place. */
const listNextTeachers = ({ db }: Ctx, { notifiedPosition, ...request }: DueRequest) =>
  db.all<{ position: number; teacherId: string }>(sql`
    select entry.position as position, listings.owner_id as teacherId
    from (select rowid as position from listings_fts where listings_fts match ${toListingMatch(request)}
      and rowid > ${notifiedPosition} order by rowid limit ${LISTINGS_PER_BATCH}) found
    cross join search_entries entry on entry.position = found.position
    cross join listings on listings.num = entry.num
    order by entry.position`);

/** The push messages to teachers with devices. */
async function listPushes(
  ctx: Ctx,
  request: LearnerRequest,
  teacherIds: readonly string[],
): Promise<KeyedPush[]> {
  if (ctx.push === null || teacherIds.length === 0) return [];
  const rows = await ctx.db
    .select({ id: users.id, locale: users.locale })
    .from(users)
    .where(sql`${users.id} in (select value from json_each(${JSON.stringify(teacherIds)}))
      and exists (select 1 from ${pushSubscriptions} where ${pushSubscriptions.userId} = ${users.id})`);
  return rows.map(({ id, locale }) => {
    const t = ctx.translator(locale);
    const push = {
      condition: ["request_push", request.id, id] as const,
      cause: `request:${request.id}`,
      about: `request:${request.id}`,
      userId: id,
      kind: "requests" as const,
      title: t("notifications.messages.request.title"),
      body: formatWithPrice(t, request),
      locale,
      path: paths.request(request.id),
    };
    return { key: [id], push };
  });
}

/** A request in a line, with what its author pays at most. */
const formatWithPrice = (t: Translator, request: LearnerRequest): string =>
  request.maxPrice === null
    ? formatRequest(t, request)
    : `${formatRequest(t, request)}. ${t("requests.fields.maxPrice")}: ${formatLei(request.maxPrice, t.locale)}`;

/** Notices of a request and push messages to teachers whom it fits, if it is open and `guard` on `requests` holds. */
async function noticeStatements(
  ctx: Ctx,
  request: LearnerRequest,
  teacherIds: readonly string[],
  guard: SQL,
): Promise<Statement[]> {
  const { db, now } = ctx;
  const pushes = await listPushes(ctx, request, teacherIds);
  const isCurrentSql = sql`${requests.id} = ${request.id} and ${isOpenSql(now)} and ${guard}`;
  return [
    db.run(sql`
      insert into ${requestNotices} (request_id, teacher_id, created_ts)
      select ${requests.id}, teacher.id, ${now}
      from json_each(${JSON.stringify(teacherIds)}) chosen
      cross join users teacher on teacher.id = chosen.value
      cross join ${requests} on ${isCurrentSql}
      where ${fitsTeacherSql(now, sql`teacher.id`)} and teacher.email_verified_ts is not null
        and not ${isAtLimitSql(now, sql`teacher.id`)}
      on conflict do nothing`),
    ...(pushes.length === 0
      ? []
      : [
          queuePushesStatement(
            ctx,
            pushes,
            sql`exists (select 1 from ${requests} inner join ${requestNotices}
              on ${requestNotices.requestId} = ${requests.id}
              where ${isCurrentSql} and ${requestNotices.teacherId} = pushed.key ->> 0
                and ${requestNotices.createdTs} = ${now})`,
          ),
        ]),
  ];
}
