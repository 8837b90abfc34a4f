import { and, asc, eq, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import { createUnsubscribeToken } from "@/auth/unsubscribe-token";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { countRows } from "@/db/returned-rows";
import { alertFilters, alerts, users } from "@/db/schema";
import { queueMailsStatement } from "@/features/mail";
import { DAY_MS } from "@/shared/dates";
import { formatDate } from "@/shared/format";
import type { Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { ALERT_CONFIRMATION_MS, createAlertToken } from "./alert-token";
import { formatAlertFilters } from "./format-alert-filters";
import { deleteAlertsStatement } from "./manage/delete-alerts-statement";
import { parseAlertQuery } from "./matching/save-alert-filters";

/** An alert whose links were not opened for this long (ms) is about to end: six months. */
const UNOPENED_MS = 183 * DAY_MS;
/** From the mail that asks whether to keep an alert to its end (ms). */
const KEEP_PERIOD_MS = 14 * DAY_MS;
/** Alerts of one batch, and batches of one run: up to 48,000 of each kind a day. */
const BATCH_SIZE = 200;
const MAX_BATCHES = 10;

/**
 * Deletes alerts that were not confirmed, asks recipients who opened no link for six months whether to keep an alert,
 * and ends those that were not kept. A disabled account gets no mail, so its alerts wait for its return.
 */
export async function sweepAlerts(ctx: Ctx): Promise<void> {
  await deleteDue(
    ctx,
    and(isNull(alerts.confirmedTs), lte(alerts.createdTs, ctx.now - ALERT_CONFIRMATION_MS)) as SQL,
  );
  await deleteDue(
    ctx,
    and(isNotNull(alerts.keepAskedTs), lte(alerts.keepAskedTs, ctx.now - KEEP_PERIOD_MS)) as SQL,
  );
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    if ((await askToKeep(ctx)) < BATCH_SIZE) return;
  }
}

async function deleteDue(ctx: Ctx, isDueSql: SQL): Promise<void> {
  const dueIds = sql`${alerts.id} in (select id from ${alerts} where ${isDueSql} limit ${BATCH_SIZE})`;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const [deleted] = await ctx.commit([deleteAlertsStatement(ctx, dueIds)]);
    if (countRows(deleted) < BATCH_SIZE) return;
  }
}

/** Mails the recipients of alerts whose links were not opened. Returns the number of alerts. */
async function askToKeep(ctx: Ctx): Promise<number> {
  const isUnopenedSql = and(
    isNotNull(alerts.confirmedTs),
    isNull(alerts.keepAskedTs),
    lte(alerts.openedTs, ctx.now - UNOPENED_MS),
  ) as SQL;
  const due = await ctx.db
    .select({
      id: alerts.id,
      query: alertFilters.query,
      email: sql<string>`coalesce(${alerts.email}, ${users.email})`,
      locale: sql<Locale>`coalesce(${alerts.locale}, ${users.locale})`,
    })
    .from(alerts)
    .innerJoin(alertFilters, eq(alertFilters.id, alerts.filtersId))
    .leftJoin(users, eq(users.id, alerts.userId))
    .where(and(isUnopenedSql, isNull(users.disabledTs)))
    .orderBy(asc(alerts.openedTs))
    .limit(BATCH_SIZE);
  if (due.length === 0) return 0;
  const mails = due.map(({ id, email, locale, query }) => {
    const t = ctx.translator(locale);
    const token = createAlertToken(ctx, { id, email });
    const mail = {
      template: "alert_keep" as const,
      to: email,
      locale,
      params: {
        search: formatAlertFilters(t, parseAlertQuery(query)),
        ends: formatDate(ctx.now + KEEP_PERIOD_MS, locale),
      },
      about: auditSubject("alert", id),
      actionPath: paths.alertAction(id, "open", { token }),
      unsubscribePath: paths.unsubscribe({
        token: createUnsubscribeToken(ctx, { kind: "alert", id }),
      }),
    };
    return { key: [id, email], mail };
  });
  // The account may have been disabled since, or have another address: the next run asks.
  const isRecipientSql = sql`${alerts.id} in (
    select asked.id from (
      select value ->> 0 as id, value ->> 1 as email from json_each(${JSON.stringify(mails.map(({ key }) => key))})
    ) asked join ${alerts} a on a.id = asked.id left join ${users} on ${users.id} = a.user_id
    where coalesce(a.email, ${users.email}) = asked.email and ${users.disabledTs} is null)`;
  await ctx.commit([
    ctx.db.update(alerts).set({ keepAskedTs: ctx.now }).where(and(isUnopenedSql, isRecipientSql)),
    queueMailsStatement(
      ctx,
      mails,
      sql`exists (select 1 from ${alerts} where ${alerts.id} = key ->> 0 and ${alerts.keepAskedTs} = ${ctx.now})`,
    ),
  ]);
  return due.length;
}
