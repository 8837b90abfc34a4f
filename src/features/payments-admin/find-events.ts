import { and, desc, eq, or, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { auditLog, paymentEvents, users } from "@/db/schema";
import { isUnseenAlert, unseenEventsIndex } from "@/db/unseen-alert";
import { PAYMENT_OUTCOMES, type PaymentOutcome } from "@/shared/codes";
import { PAGE } from "./page-size";

/** Admin actions shown for an event, the newest first. */
const MOST_ACTIONS = 100;

/** What the list of events can be narrowed to: one outcome, all that a person should still look at, or none. */
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
 * Stripe's events, the last received first. The order is the row's number, which the index of outcomes contains too.
 * Events that need a look have their own index by time of receipt, so a page reads only its own rows. `q` is the id of
 * an event or of an order, and empty for all. `after` is the `next` of an answer.
 */
export async function findEvents(
  ctx: Ctx,
  { show, q }: { show: EventFilter; q: string },
  after: string | undefined,
) {
  requireAdmin(ctx);
  const last = /^\d{1,15}$/.test(after ?? "") ? Number(after) : null;
  const before = last === null ? undefined : sql`rowid < ${last}`;
  const listed = show === "attention" ? unseenPlaces(last) : places(show, before);
  const rows = await ctx.db
    .select({ ...COLUMNS, place: sql<number>`${paymentEvents}.rowid`.as("place") })
    .from(paymentEvents)
    .where(q ? and(before, named(q), outcome(show)) : sql`rowid in (${listed})`)
    .orderBy(...(show === "attention" && !q ? [desc(paymentEvents.receivedTs)] : []), sql`place desc`)
    .limit(PAGE + 1);
  const events = rows.slice(0, PAGE);
  return { events, next: rows.length > PAGE ? String(events.at(-1)?.place) : null };
}

export type FoundEvents = Awaited<ReturnType<typeof findEvents>>;

/** One event with what Stripe sent and what admins did about it, for an admin; null where there is none. */
export async function findEvent(ctx: Ctx, id: string) {
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
    .limit(MOST_ACTIONS);
  return { ...event, actions };
}

export type FoundEvent = NonNullable<Awaited<ReturnType<typeof findEvent>>>;

const named = (q: string) => or(eq(paymentEvents.id, q), eq(paymentEvents.orderId, q.toLowerCase()));

/** Of the few that were searched for. A plus leaves the choice of the index to what they were searched by. */
function outcome(show: EventFilter): SQL | undefined {
  if (show === "all") return undefined;
  return show === "attention" ? isUnseenAlert : sql`+outcome = ${show}`;
}

/** The numbers of a page's rows, the newest first and one to spare. */
const places = (show: PaymentOutcome | "all", before: SQL = sql`true`): SQL => sql`
  select rowid from ${paymentEvents} where ${show === "all" ? sql`true` : sql`outcome = ${show}`} and ${before}
  order by rowid desc limit ${PAGE + 1}`;

/** The same of what needs a look, whose index goes by the time of coming. */
const unseenPlaces = (last: number | null): SQL => sql`
  select rowid from ${unseenEventsIndex} where ${isUnseenAlert} and ${
    last === null
      ? sql`true`
      : sql`(received_ts, rowid) < ((select received_ts from ${paymentEvents} where rowid = ${last}), ${last})`
  }
  order by received_ts desc, rowid desc limit ${PAGE + 1}`;
