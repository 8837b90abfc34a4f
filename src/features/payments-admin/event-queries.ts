import { and, desc, eq, or, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { auditLog, paymentEvents, users } from "@/db/schema";
import { isUnseenAlertSql, unseenEventsIndex } from "@/features/promotions";
import { PAYMENT_OUTCOMES, type PaymentOutcome } from "@/shared/codes";
import { PAGE_SIZE } from "./queries";

/** Admin actions shown for an event, the newest first. */
const MAX_ACTIONS = 100;

/** Filters of the list: events that need review, one outcome, or all. */
export const EVENT_FILTERS = ["attention", ...PAYMENT_OUTCOMES, "all"] as const;
export type EventFilter = (typeof EVENT_FILTERS)[number];

const COLUMNS = {
  id: paymentEvents.id,
  type: paymentEvents.type,
  orderId: paymentEvents.orderId,
  receivedTs: paymentEvents.receivedTs,
  outcome: paymentEvents.outcome,
  detail: paymentEvents.detail,
  seenTs: paymentEvents.seenTs,
};

/**
 * A page of Stripe's events, the last received first. The order is the row number, which the index of outcomes contains
 * too. Events that need review have an index by time of receipt, so a page reads only its own rows. `q` is the id of an
 * event or an order, or empty. `after` is the `next` of a page.
 */
export async function listPaymentEvents(
  ctx: Ctx,
  { show, q }: { show: EventFilter; q: string },
  after: string | undefined,
) {
  requireAdmin(ctx);
  const last = /^\d{1,15}$/.test(after ?? "") ? Number(after) : null;
  const before = last === null ? undefined : sql`rowid < ${last}`;
  const listed = show === "attention" ? unseenRowNumbersSql(last) : rowNumbersSql(show, before);
  const rows = await ctx.db
    .select({ ...COLUMNS, rowNumber: sql<number>`${paymentEvents}.rowid`.as("row_number") })
    .from(paymentEvents)
    .where(q ? and(before, matchesId(q), matchesFilterSql(show)) : sql`rowid in (${listed})`)
    .orderBy(...(show === "attention" && !q ? [desc(paymentEvents.receivedTs)] : []), sql`row_number desc`)
    .limit(PAGE_SIZE + 1);
  const events = rows.slice(0, PAGE_SIZE);
  return { events, next: rows.length > PAGE_SIZE ? String(events.at(-1)?.rowNumber) : null };
}

export type EventsPageResult = Awaited<ReturnType<typeof listPaymentEvents>>;

/** An event with its payload and the actions of admins; null if it does not exist. */
export async function getEventDetails(ctx: Ctx, id: string) {
  requireAdmin(ctx);
  const [event] = await ctx.db
    .select({ ...COLUMNS, createdTs: paymentEvents.createdTs, payload: paymentEvents.payload })
    .from(paymentEvents)
    .where(eq(paymentEvents.id, id))
    .limit(1);
  if (!event) return null;
  const actions = await ctx.db
    .select({
      id: auditLog.id,
      ts: auditLog.ts,
      action: auditLog.action,
      detail: auditLog.detail,
      actor: { firstName: users.firstName, lastName: users.lastName },
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(eq(auditLog.subject, auditSubject("event", id)))
    .orderBy(desc(auditLog.ts), desc(auditLog.id))
    .limit(MAX_ACTIONS);
  return { ...event, actions };
}

export type EventDetails = NonNullable<Awaited<ReturnType<typeof getEventDetails>>>;

const matchesId = (q: string) => or(eq(paymentEvents.id, q), eq(paymentEvents.orderId, q.toLowerCase()));

/** The condition of a filter for a search. The plus excludes the index by outcome, so the index by id is used. */
function matchesFilterSql(show: EventFilter): SQL | undefined {
  if (show === "all") return undefined;
  return show === "attention" ? isUnseenAlertSql : sql`+outcome = ${show}`;
}

/** The row numbers of a page, the newest first, and one more to know whether there is a next page. */
const rowNumbersSql = (show: PaymentOutcome | "all", before: SQL = sql`true`): SQL => sql`
  select rowid from ${paymentEvents} where ${show === "all" ? sql`true` : sql`outcome = ${show}`} and ${before}
  order by rowid desc limit ${PAGE_SIZE + 1}`;

/** The row numbers of a page of events that need review, from their index by time of receipt. */
const unseenRowNumbersSql = (last: number | null): SQL => sql`
  select rowid from ${unseenEventsIndex} where ${isUnseenAlertSql} and ${
    last === null
      ? sql`true`
      : sql`(received_ts, rowid) < ((select received_ts from ${paymentEvents} where rowid = ${last}), ${last})`
  }
  order by received_ts desc, rowid desc limit ${PAGE_SIZE + 1}`;
