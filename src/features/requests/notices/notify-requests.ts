import { and, asc, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import { type Ctx, withCurrentTime } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { pushSubscriptions, requestNotices, requests, users } from "@/db/schema";
import { type KeyedPush, queuePushesStatement } from "@/features/notifications";
import { paths } from "@/shared/paths";
import { formatRequest } from "../format-request";
import { fitsTeacherSql, isOpenSql, type LearnerRequest, ownAnswerSql, toListingMatch } from "../queries";
import { findLastDigestTs } from "./queue-request-digests";

/** Listings of one batch, each with its teacher. */
const LISTINGS_PER_BATCH = 200;
/** Batches of one run. The jobs of a minute together send at most 1,000 statements. */
const BATCHES_PER_RUN = 20;
/** A run starts no batch after this time (ms), so that it ends before the next run. */
const RUN_MS = 20_000;
/** Requests that a teacher is told of between two daily mails. The page of requests has all. */
const MAX_A_DAY = 5;

/**
 * Tells the teachers of open requests that fit: notes them for the daily mail, and queues push messages. Each batch
 * writes its notices together with the progress of its request, so the next run continues after an aborted one and tells
 * no teacher twice. Requests take turns. Returns the number of batches.
 */
export async function notifyRequests(ctx: Ctx): Promise<number> {
  const endTs = ctx.clock() + RUN_MS;
  let batchCount = 0;
  for (;;) {
    const due = await listDue(ctx);
    for (const request of due) {
      if (batchCount >= BATCHES_PER_RUN || ctx.clock() >= endTs) return batchCount;
      await notifyBatch(withCurrentTime(ctx), request);
      batchCount++;
    }
    if (due.length === 0) return batchCount;
  }
}

type DueRequest = LearnerRequest & { notifiedPosition: number };

/** The delivery condition `request_push`: a request is open, and fits a teacher who did not answer it. */
export const isRequestPushDueSql = (now: number, condition: SQL): SQL => sql`exists (
  select 1 from ${requests} where ${requests.id} = ${condition} ->> 1 and ${isOpenSql(now)}
    and ${fitsTeacherSql(now, sql`(${condition} ->> 2)`)} and not exists (${ownAnswerSql(sql`(${condition} ->> 2)`)}))`;

/** Without requests whose approval can still be undone. */
const listDue = async ({ db, now }: Ctx): Promise<DueRequest[]> => {
  const rows = await db
    .select()
    .from(requests)
    .where(
      and(
        isNotNull(requests.notifiedPosition),
        lte(requests.openedTs, now),
        sql`not exists (select 1 from decision_undos
          where subject = ${auditSubject("request", requests.id)} and expires_ts > ${now})`,
      ),
    )
    .orderBy(asc(requests.openedTs))
    .limit(BATCHES_PER_RUN);
  return rows.map((row) => ({ ...row, notifiedPosition: row.notifiedPosition ?? 0 }));
};

async function notifyBatch(ctx: Ctx, request: DueRequest): Promise<void> {
  const found = await listNextTeachers(ctx, request);
  const teacherIds = [...new Set(found.map(({ teacherId }) => teacherId))];
  const pushes = await listPushes(ctx, request, teacherIds);
  const isDone = found.length < LISTINGS_PER_BATCH;
  const lastPosition = isDone ? null : (found.at(-1)?.position ?? null);
  await ctx.commit(noticeStatements(ctx, request, { teacherIds, pushes, lastPosition }));
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
  request: DueRequest,
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
      body: formatRequest(t, request),
      locale,
      path: paths.request(request.id),
    };
    return { key: [id], push };
  });
}

function noticeStatements(
  ctx: Ctx,
  { id, notifiedPosition }: DueRequest,
  {
    teacherIds,
    pushes,
    lastPosition,
  }: { teacherIds: readonly string[]; pushes: readonly KeyedPush[]; lastPosition: number | null },
): Statement[] {
  const { db, now } = ctx;
  /** The request is open, and no other run has moved its progress. */
  const isCurrentSql: SQL = sql`${requests.id} = ${id} and ${isOpenSql(now)}
    and ${requests.notifiedPosition} = ${notifiedPosition}`;
  return [
    db.run(sql`
      insert into ${requestNotices} (request_id, teacher_id, created_ts)
      select ${requests.id}, teacher.id, ${now}
      from json_each(${JSON.stringify(teacherIds)}) chosen
      cross join users teacher on teacher.id = chosen.value
      cross join ${requests} on ${isCurrentSql}
      where ${fitsTeacherSql(now, sql`teacher.id`)} and teacher.email_verified_ts is not null
        and (select count(*) from request_notices earlier
          where earlier.teacher_id = teacher.id and earlier.created_ts >= ${findLastDigestTs(now)}) < ${MAX_A_DAY}
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
    db.update(requests).set({ notifiedPosition: lastPosition }).where(isCurrentSql),
  ];
}
