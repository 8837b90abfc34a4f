import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { paymentEvents } from "@/db/schema";
import { PAYMENT_ALERTS, PAYMENT_OUTCOMES, type PaymentOutcome } from "@/shared/codes";
import { PAGE } from "./page-size";

/** What the list of events can be narrowed to: one outcome, all that a person should look at, or none. */
export const EVENT_FILTERS = ["attention", ...PAYMENT_OUTCOMES, "all"] as const;
export type EventFilter = (typeof EVENT_FILTERS)[number];

const COLUMNS = {
  id: paymentEvents.id,
  type: paymentEvents.type,
  orderId: paymentEvents.orderId,
  receivedTs: paymentEvents.receivedTs,
  outcome: paymentEvents.outcome,
  detail: paymentEvents.detail,
};

/**
 * Stripe's events in the order of their coming, the newest first: the row's number says it, and stands in the index of
 * outcomes too. So a page of one outcome reads its own rows, and one of several that many of each.
 * `q` is the id of an event or of an order, and empty for all. `after` is the `next` of an answer.
 */
export async function findEvents(
  ctx: Ctx,
  { show, q }: { show: EventFilter; q: string },
  after: string | undefined,
) {
  requireAdmin(ctx);
  const before = /^\d{1,15}$/.test(after ?? "") ? sql`rowid < ${Number(after)}` : undefined;
  const rows = await ctx.db
    .select({ ...COLUMNS, place: sql<number>`${paymentEvents}.rowid`.as("place") })
    .from(paymentEvents)
    .where(q ? and(before, named(q), outcome(show, true)) : sql`rowid in (${places(show, before)})`)
    .orderBy(sql`place desc`)
    .limit(PAGE + 1);
  const events = rows.slice(0, PAGE);
  return { events, next: rows.length > PAGE ? String(events.at(-1)?.place) : null };
}

export type FoundEvents = Awaited<ReturnType<typeof findEvents>>;

/** One event with what Stripe sent, for an admin; null where there is none. */
export async function findEvent(ctx: Ctx, id: string) {
  requireAdmin(ctx);
  const [event] = await ctx.db
    .select({ ...COLUMNS, createdTs: paymentEvents.createdTs, payload: paymentEvents.payload })
    .from(paymentEvents)
    .where(eq(paymentEvents.id, id))
    .limit(1);
  return event ?? null;
}

export type FoundEvent = NonNullable<Awaited<ReturnType<typeof findEvent>>>;

const named = (q: string) => or(eq(paymentEvents.id, q), eq(paymentEvents.orderId, q.toLowerCase()));

const outcomesOf = (show: EventFilter): readonly PaymentOutcome[] =>
  show === "attention" ? PAYMENT_ALERTS : show === "all" ? PAYMENT_OUTCOMES : [show];

/** A plus leaves the choice of the index to what else is asked. */
function outcome(show: EventFilter, searched: boolean): SQL | undefined {
  if (show === "all") return undefined;
  const list = sql.join(
    outcomesOf(show).map((one) => sql`${one}`),
    sql`, `,
  );
  return searched ? sql`+outcome in (${list})` : sql`outcome in (${list})`;
}

/** The numbers of a page's rows, newest of each outcome first and one to spare. */
function places(show: EventFilter, before: SQL = sql`true`): SQL {
  const newest = (where: SQL) =>
    sql`select * from (
      select rowid from ${paymentEvents} where ${where} and ${before} order by rowid desc limit ${PAGE + 1}
    )`;
  if (show === "all") return newest(sql`true`);
  return sql.join(
    outcomesOf(show).map((one) => newest(sql`outcome = ${one}`)),
    sql` union all `,
  );
}
