import { type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditEventsStatement, auditSubject, hasAuditEventSql } from "@/db/audit";
import { hasRows } from "@/db/returned-rows";
import { auditLog, listings, orders, promotions, users } from "@/db/schema";
import { reindexListingsStatements } from "@/features/listings";
import { ok, type Result } from "@/shared/errors";
import type { Locale } from "@/shared/i18n/locales";
import { validate } from "@/shared/schemas/field-errors";
import { type OutageCredit, outageCreditSchema } from "@/shared/schemas/order";
import {
  computeExtendedTimes,
  computePushedBackTimes,
  type RescheduledPromotion,
  reschedulePromotionsStatement,
  type TimeRange,
} from "../schedule/promotion-queue";
import { extendListingExpiryStatement } from "../schedule/promotion-statements";
import {
  composeCreditedMail,
  composeRescheduledMail,
  type MailedOrder,
  orderMailsStatements,
} from "./order-mails";
import { TRANSITIONS } from "./order-transitions";
import { retryConflicts } from "./retry-conflicts";

/** Listings of one batch. It has about 18 of the 1,000 statements that D1 allows a request. */
const LISTINGS_PER_BATCH = 100;
const EXAMPLES = 5;

export type CreditPreview = Pick<OutageCredit, "from" | "to" | "days"> & {
  count: number;
  /** The first promotions, with their buyers. Times in ms. */
  examples: ({
    orderId: string;
    title: string;
    buyerId: string | null;
    firstName: string;
    lastName: string;
  } & TimeRange)[];
};

type Credit = Pick<OutageCredit, "from" | "to" | "days" | "reason"> & { creditId: string };

/**
 * Credits days to all promotions that ran between two moments, as `creditDays` does for one. Promotions that were
 * stopped are left out. Each promotion gets the days of a `creditId` once: a repeated call credits what an interrupted
 * one left. Returns how many promotions have the days of this credit.
 */
export async function creditOutage(
  ctx: Ctx,
  input: unknown,
  creditId: string,
): Promise<Result<{ count: number }>> {
  const { id: actorId } = requireAdmin(ctx);
  const parsed = validate(outageCreditSchema, input);
  if (!parsed.ok) return parsed;
  const credit = { ...parsed.value, creditId };
  const found = await ctx.db.all<{ id: string }>(
    sql`select distinct p.listing_id as id from ${PROMOTIONS_WITH_ORDERS} where ${isCreditableSql(ctx, credit)}`,
  );
  const listingIds = found.map(({ id }) => id);
  for (let from = 0; from < listingIds.length; from += LISTINGS_PER_BATCH) {
    await creditListings(ctx, listingIds.slice(from, from + LISTINGS_PER_BATCH), credit);
  }
  const credited = await ctx.db.get<{ count: number }>(sql`
    select count(*) as count from ${auditLog} where actor_id = ${actorId} and ${isEventOfCreditSql(creditId)}`);
  return ok(credited);
}

/** How many promotions `creditOutage` would credit, with examples. */
export async function previewOutageCredit(ctx: Ctx, input: unknown): Promise<Result<CreditPreview>> {
  requireAdmin(ctx);
  const parsed = validate(outageCreditSchema, input);
  if (!parsed.ok) return parsed;
  const { from, to, days } = parsed.value;
  const isCreditable = isCreditableSql(ctx, { from, to, creditId: "" });
  const [{ count }, examples] = await Promise.all([
    ctx.db.get<{ count: number }>(
      sql`select count(*) as count from ${PROMOTIONS_WITH_ORDERS} where ${isCreditable}`,
    ),
    ctx.db.all<CreditPreview["examples"][number]>(sql`
      select o.id as orderId, l.title, u.id as buyerId, coalesce(u.first_name, '') as firstName,
        coalesce(u.last_name, '') as lastName, p.starts_ts as startsTs, p.ends_ts as endsTs
      from ${PROMOTIONS_WITH_ORDERS} where ${isCreditable} order by p.ends_ts, o.id limit ${EXAMPLES}`),
  ]);
  return ok({ from, to, days, count, examples });
}

/** Promotions with their orders, listings and buyers. */
const PROMOTIONS_WITH_ORDERS = sql`${promotions} p join ${orders} o on o.id = p.order_id
  join ${listings} l on l.id = p.listing_id and l.state <> 'deleted' left join ${users} u on u.id = o.buyer_id`;

/** Whether a promotion ran between the moments, can be extended, and has no days of this credit yet. */
const isCreditableSql = (
  { user }: Ctx,
  { from, to, creditId }: Pick<Credit, "from" | "to" | "creditId">,
): SQL =>
  sql`p.stopped_ts is null and p.starts_ts <= ${to} and p.ends_ts > ${from} and o.withdrawn_ts is null
    and o.state in (select value from json_each(${JSON.stringify(Object.keys(TRANSITIONS.credited.targets))}))
    and not exists (
      select 1 from ${auditLog} where subject = 'order:' || o.id and actor_id = ${user?.id ?? ""}
        and ${isEventOfCreditSql(creditId)}
    )`;

const isEventOfCreditSql = (creditId: string): SQL =>
  sql`action = 'order.credited' and detail ->> 'credit' = ${creditId}`;

type QueueRow = TimeRange & {
  orderId: string;
  listingId: string;
  placement: MailedOrder["placement"];
  getsDays: number;
  state: string;
  days: number;
  amount: number;
  title: string;
  email: string | null;
  locale: Locale | null;
};

/** Credits the promotions of some listings in one batch. */
const creditListings = (ctx: Ctx, listingIds: readonly string[], credit: Credit): Promise<true> =>
  retryConflicts(`of listing ${listingIds[0]}`, async () => {
    const isInListingsSql = sql`in (select value from json_each(${JSON.stringify(listingIds)}))`;
    const isCreditable = isCreditableSql(ctx, credit);
    const queuesSql = sql`
      select p.order_id as orderId, p.listing_id as listingId, p.placement, p.starts_ts as startsTs,
        p.ends_ts as endsTs, ${isCreditable} as getsDays, o.state, o.days, o.amount, l.title, u.email, u.locale
      from ${PROMOTIONS_WITH_ORDERS}
      where p.listing_id ${isInListingsSql} and p.stopped_ts is null and (p.ends_ts > ${ctx.now} or ${isCreditable})
      order by p.starts_ts, p.order_id`;
    const rows = await ctx.db.all<QueueRow>(queuesSql);
    const credited = rows.filter(({ getsDays }) => getsDays);
    if (credited.length === 0) return true;

    const queues = [...Map.groupBy(rows, ({ listingId, placement }) => `${listingId} ${placement}`).values()];
    const rescheduled = queues.flatMap((queue) => computeCreditedTimes(queue, credit.days, ctx.now));
    const newTimes = new Map(rescheduled.map((times) => [times.orderId, times]));
    const pushedBack = queues.flatMap((queue) => {
      const causedBy = queue.find(({ getsDays }) => getsDays)?.orderId;
      return queue.flatMap((row) => {
        const times = row.getsDays ? undefined : newTimes.get(row.orderId);
        return times && causedBy ? [{ ...row, ...times, causedBy }] : [];
      });
    });

    const { days, reason, creditId } = credit;
    const events = [
      ...credited.map(({ orderId, state }) => ({
        id: ctx.newId(),
        action: "order.credited" as const,
        subject: auditSubject("order", orderId),
        actorId: ctx.user?.id ?? null,
        detail: { days, reason, credit: creditId, from: state },
      })),
      ...pushedBack.map(({ orderId, causedBy }) => ({
        id: ctx.newId(),
        action: "order.pushed_back" as const,
        subject: auditSubject("order", orderId),
        actorId: null,
        detail: { caused_by: causedBy },
      })),
    ];
    const guard = hasAuditEventSql(events[0]?.id ?? "");
    const orderIds = JSON.stringify(credited.map(({ orderId }) => orderId));
    const isCreditedOrderSql = sql`${orders.id} in (select value from json_each(${orderIds}))`;
    const [claimed] = await ctx.commit([
      auditEventsStatement(ctx, events, isUnchangedSql(queuesSql, rows)),
      reschedulePromotionsStatement(ctx, rescheduled, guard),
      ctx.db
        .update(orders)
        .set({ creditedDays: sql`${orders.creditedDays} + ${days}` })
        .where(sql`${isCreditedOrderSql} and ${guard}`),
      extendListingExpiryStatement(
        ctx.db,
        sql`(select value from json_each(${JSON.stringify(listingIds)}))`,
        guard,
      ),
      ...orderMailsStatements(
        ctx,
        [
          ...credited.map((row) => composeCreditedMail(ctx, toMailedOrder(row), { days, reason })),
          ...pushedBack.map((row) =>
            composeRescheduledMail(ctx, { ...toMailedOrder(row), ...row }, "pushed_back"),
          ),
        ],
        guard,
      ),
      ...reindexListingsStatements(ctx, sql`listings.id ${isInListingsSql} and ${guard}`),
    ]);
    return hasRows(claimed) ? true : null;
  });

const toMailedOrder = ({ orderId: id, title, email, locale, ...row }: QueueRow): MailedOrder => ({
  id,
  listingId: row.listingId,
  listingTitle: title,
  placement: row.placement,
  days: row.days,
  amount: row.amount,
  buyer: email !== null && locale !== null ? { email, locale } : null,
});

/** Condition: the query still returns the same promotions with the same times. */
const isUnchangedSql = (queuesSql: SQL, rows: readonly QueueRow[]): SQL => {
  const expected = rows.map(({ orderId, startsTs, endsTs, getsDays }) => [
    orderId,
    startsTs,
    endsTs,
    getsDays,
  ]);
  return sql`(
    select json_group_array(json_array(orderId, startsTs, endsTs, getsDays)) from (${queuesSql})
  ) = ${JSON.stringify(expected)}`;
};

/**
 * The new times in a queue of which some promotions get days, the latest first: only later promotions move, so each is
 * credited at the time at which it ran.
 */
function computeCreditedTimes(queue: readonly QueueRow[], days: number, now: number): RescheduledPromotion[] {
  const times = new Map<string, RescheduledPromotion>(
    queue.map(({ orderId, startsTs, endsTs }) => [orderId, { orderId, startsTs, endsTs }]),
  );
  for (const { orderId, ...row } of queue.filter(({ getsDays }) => getsDays).toReversed()) {
    const others = [...times.values()]
      .filter((other) => other.orderId !== orderId && other.endsTs > now)
      .sort((a, b) => a.startsTs - b.startsTs);
    const period = computeExtendedTimes(times.get(orderId) ?? row, others, days, now);
    times.set(orderId, { orderId, ...period });
    for (const moved of computePushedBackTimes(others, period)) times.set(moved.orderId, moved);
  }
  return queue.flatMap(({ orderId, startsTs, endsTs }) => {
    const changed = times.get(orderId);
    return changed && (changed.startsTs !== startsTs || changed.endsTs !== endsTs) ? [changed] : [];
  });
}
