import { eq, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { deleteInBatches } from "@/db/delete-in-batches";
import { runInBatches } from "@/db/run-in-batches";
import { requestNotices, requests, users } from "@/db/schema";
import { closedRequestColumns } from "@/features/enquiries";
import { queueMailsStatement } from "@/features/mail";
import { DAY_MS } from "@/shared/dates";
import { formatRequest } from "@/shared/format-request";
import { paths } from "@/shared/paths";
import { REQUEST_KEEP_DAYS, REQUEST_OPEN_MS } from "@/shared/request-limits";
import { eraseRequestsStatements } from "./personal-data";

/** Notices outlive the open time of their request (ms). */
const KEEP_NOTICES_MS = 30 * DAY_MS;
const BATCHES = { size: 200, maxBatches: 10 };

/** Closes requests that were open for 14 days, by mail to their authors, and erases old requests and notices. */
export async function sweepRequests(ctx: Ctx): Promise<void> {
  await runInBatches(BATCHES, (size) => closeExpired(ctx, size));
  await runInBatches(BATCHES, (size) => eraseOld(ctx, size));
  await deleteInBatches(
    ctx.db,
    requestNotices,
    sql`${requestNotices.createdTs} <= ${ctx.now - KEEP_NOTICES_MS}`,
  );
}

async function closeExpired(ctx: Ctx, size: number): Promise<number> {
  const { db, now } = ctx;
  const isDueSql = sql`${requests.state} = 'open' and ${requests.openedTs} <= ${now - REQUEST_OPEN_MS}`;
  const due = await db
    .select({ request: requests, email: users.email, locale: users.locale, disabledTs: users.disabledTs })
    .from(requests)
    .innerJoin(users, eq(users.id, requests.userId))
    .where(isDueSql)
    .orderBy(requests.openedTs)
    .limit(size);
  if (due.length === 0) return 0;
  const mails = due.flatMap(({ request, email, locale, disabledTs }) => {
    if (disabledTs !== null) return [];
    const t = ctx.translator(locale);
    const mail = {
      template: "request_expired" as const,
      to: email,
      locale,
      params: {
        request: formatRequest(t, request),
        outcome:
          request.answerCount === 0
            ? t("requests.page.closedEmpty")
            : `${t.count("requests.answers", request.answerCount)}. ${t("requests.page.closedNext")}`,
      },
      about: auditSubject("request", request.id),
      actionPath: paths.mailedRequest(request.id),
    };
    return [{ key: [request.id], mail }];
  });
  const isStillDueSql = sql`exists (select 1 from ${requests} where ${requests.id} = key ->> 0 and ${isDueSql})`;
  const ids = JSON.stringify(due.map(({ request: { id } }) => id));
  const isClosedSql = sql`${requests.id} in (select value from json_each(${ids})) and ${isDueSql}`;
  await ctx.commit([
    ...(mails.length > 0 ? [queueMailsStatement(ctx, mails, isStillDueSql)] : []),
    auditEventStatement(
      ctx,
      {
        // 16 characters, as other ids have.
        id: sql`lower(hex(randomblob(8)))`,
        action: "request.expired",
        subject: auditSubject("request", requests.id),
        actorId: null,
      },
      isClosedSql,
      requests,
    ),
    db.update(requests).set(closedRequestColumns(ctx, "expired")).where(isClosedSql),
  ]);
  return due.length;
}

async function eraseOld(ctx: Ctx, size: number): Promise<number> {
  const due = await ctx.db
    .select({ id: requests.id })
    .from(requests)
    .where(
      sql`${requests.closedTs} is not null and ${requests.closedTs} <= ${ctx.now - REQUEST_KEEP_DAYS * DAY_MS}`,
    )
    .orderBy(requests.closedTs)
    .limit(size);
  if (due.length === 0) return 0;
  const ids = JSON.stringify(due.map(({ id }) => id));
  const idsSql = sql`(select value from json_each(${ids}))`;
  await ctx.commit([
    ctx.db
      .update(users)
      .set({ hadRequestOpened: true })
      .where(
        sql`${users.id} in (select user_id from ${requests} where id in ${idsSql} and opened_ts is not null)`,
      ),
    ...eraseRequestsStatements(ctx, idsSql),
  ]);
  return due.length;
}
