import { and, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { alertFilters, alertMatches, alerts, users } from "@/db/schema";
import type { AlertFrequency } from "@/shared/codes";
import { refuse } from "@/shared/errors";
import { MAX_ALERTS } from "@/shared/schemas/alert";
import type { SearchFilters } from "@/shared/schemas/search";
import { parseAlertQuery } from "./matching/save-alert-filters";

/** Who gets the mails of an alert: an account, or without one an address. */
export type AlertRecipient = { userId: string | null; email: string };

export type Alert = {
  id: string;
  /** Null for an alert without an account. */
  userId: string | null;
  /** The address that the mails go to. */
  email: string;
  filters: SearchFilters;
  frequency: AlertFrequency;
  createdTs: number;
  confirmedTs: number | null;
  pausedTs: number | null;
};

/** Condition: the alerts of a recipient. */
export const isAlertOfSql = (recipient: AlertRecipient): SQL =>
  recipient.userId === null ? eq(alerts.email, recipient.email) : eq(alerts.userId, recipient.userId);

/** Condition: the alert still exists, with the same recipient. */
export const isSameAlertSql = (alert: Alert): SQL =>
  sql`${alerts.id} = ${alert.id} and ${isAlertOfSql(alert)}`;

/** The id of the account with this verified address, as SQL; null without one. */
export const accountIdSql = (email: string): SQL => sql`(select ${users.id} from ${users}
  where ${users.email} = ${email} and ${users.emailVerifiedTs} is not null and ${users.disabledTs} is null)`;

/**
 * Guard: an address and its account may have one more alert, with the filters `filtersId`. Counts the confirmed alerts
 * of both, because those that an account could not adopt stay with its address.
 */
export const hasRoomSql = (email: string, filtersId: SQL): SQL => sql`(select count(*) from ${alerts} other
  where ((other.email = ${email} and other.confirmed_ts is not null) or other.user_id = ${accountIdSql(email)})
    and other.filters_id <> ${filtersId}) < ${MAX_ALERTS}`;

export const tooManyAlerts = () =>
  refuse("conflict", { reason: "too_many_alerts", params: { max: MAX_ALERTS } });

/** The newest match. Autoincrement numbers are never used again, so later matches have higher ones. */
export const newestMatchSql = sql<number>`coalesce((select max(${alertMatches.seq}) from ${alertMatches}), 0)`;

const listWhere = async (ctx: Ctx, condition: SQL | undefined): Promise<Alert[]> => {
  const rows = await ctx.db
    .select({
      id: alerts.id,
      userId: alerts.userId,
      email: sql<string>`coalesce(${alerts.email}, ${users.email})`,
      query: alertFilters.query,
      frequency: alerts.frequency,
      createdTs: alerts.createdTs,
      confirmedTs: alerts.confirmedTs,
      pausedTs: alerts.pausedTs,
    })
    .from(alerts)
    .innerJoin(alertFilters, eq(alertFilters.id, alerts.filtersId))
    .leftJoin(users, eq(users.id, alerts.userId))
    .where(condition)
    .orderBy(desc(alerts.createdTs), desc(alerts.id));
  return rows.map(({ query, ...alert }) => ({ ...alert, filters: parseAlertQuery(query) }));
};

/** A recipient's confirmed alerts, the newest first. */
export const listAlerts = (ctx: Ctx, recipient: AlertRecipient): Promise<Alert[]> =>
  listWhere(ctx, and(isAlertOfSql(recipient), isNotNull(alerts.confirmedTs)));

/** Whether the recipient's account has turned off all mail from alerts. */
export const hasAlertMailOff = async ({ db }: Ctx, { userId }: AlertRecipient): Promise<boolean> =>
  userId !== null &&
  (await db.$count(
    users,
    sql`${users.id} = ${userId}
    and exists (select 1 from json_each(${users.mailOff}) where value = 'alerts')`,
  )) > 0;

/** An alert by its id, unconfirmed ones included. */
export const findAlert = async (ctx: Ctx, id: string): Promise<Alert | null> =>
  (await listWhere(ctx, eq(alerts.id, id)))[0] ?? null;

/** A recipient's alert with these filters, by their query (`toAlertQuery`). */
export const findAlertByQuery = async (
  ctx: Ctx,
  recipient: AlertRecipient,
  query: string,
): Promise<Alert | null> =>
  (await listWhere(ctx, and(isAlertOfSql(recipient), eq(alertFilters.query, query))))[0] ?? null;
