import { sql } from "drizzle-orm";
import { otherAdminExistsSql } from "@/auth/other-admins";
import type { SignedInUser } from "@/context";
import {
  isOpenObjectionSql,
  isOwnListingSql,
  isOwnReportSql,
  isUrgentReportSql,
} from "@/features/moderation";
import { isOpenAlertSql, isReturnedRefundSql, isUnansweredDisputeSql } from "@/features/promotions";
import { missingSellerFieldSql, SELLER } from "@/features/settings";
import { DAY_MS } from "@/shared/dates";
import {
  concernedSql,
  fullNameSql,
  RANKS,
  type RowSource,
  siteBeginSql,
  splitByDeadline,
  type TextColumns,
} from "./row-source";
import { REPORT_TERM, splitByTerm } from "./terms";

const LISTING_TEXTS: TextColumns = {
  title: sql`listings.title`,
  taughtSubject: sql`listings.subject`,
  ...concernedSql("owner"),
};
const ownerJoin = sql`left join users owner on owner.id = listings.owner_id`;

const reportedListingJoins = sql`left join listings on listings.id = reports.listing_id ${ownerJoin}`;

/** Reported listings or conversations: those with urgent reports first, each by its oldest open report of this kind. */
function reportSources(queue: "reports" | "conversation_reports"): RowSource[] {
  const [id, index] =
    queue === "reports"
      ? (["listing_id", "reports_open"] as const)
      : (["enquiry_id", "reports_conversations"] as const);
  const isOpenSql = (table: string) => sql`${sql.raw(table)}.outcome is null
    and ${sql.raw(`${table}.reported_side is ${queue === "reports" ? "null" : "not null"}`)}`;
  const isSameSql = (table: string) =>
    sql`${sql.raw(`${table}.${id} = reports.${id}`)} and ${isOpenSql(table)}`;
  const source = {
    queue,
    table: "reports",
    id,
    ...(queue === "reports"
      ? { joins: reportedListingJoins, texts: { ...LISTING_TEXTS, code: sql`reports.reason` } }
      : {
          joins: sql`${reportedListingJoins} left join enquiries on enquiries.id = reports.enquiry_id
            left join users person on person.id = iif(reports.reported_side = 'learner', enquiries.learner_id,
              coalesce(enquiries.teacher_id, enquiries.undelivered_teacher_id))`,
          texts: {
            ...LISTING_TEXTS,
            code: sql`reports.reason`,
            concerned: sql`coalesce(${fullNameSql("person")},
              iif(reports.reported_side = 'learner', enquiries.guest_name, null))`,
            concernedId: sql`person.id`,
          },
        }),
    isOwnSql: (_: unknown, admin: SignedInUser) => isOwnReportSql(admin),
  } as const;
  return [
    {
      ...source,
      rank: RANKS.safety,
      index: queue === "reports" ? "reports_urgent" : "reports_conversations_urgent",
      isInQueueSql: () => sql`${isOpenSql("reports")} and ${isUrgentReportSql("reports")} and not exists (
        select 1 from reports earlier where ${isSameSql("earlier")} and ${isUrgentReportSql("earlier")}
          and (earlier.created_ts, earlier.id) < (reports.created_ts, reports.id))`,
    },
    ...splitByTerm(
      {
        ...source,
        index,
        isInQueueSql: () => sql`${isOpenSql("reports")} and not exists (
        select 1 from reports other where ${isSameSql("other")}
          and (${isUrgentReportSql("other")} or (other.created_ts, other.id) < (reports.created_ts, reports.id)))`,
      },
      REPORT_TERM,
    ),
  ];
}

const isListingOwnerSql = (_: unknown, admin: SignedInUser) =>
  sql`(listings.owner_id = ${admin.id} and ${otherAdminExistsSql})`;

/** New listings that wait for a decision for more than a day. */
const listingsPending: RowSource = {
  queue: "listings_pending",
  table: "listings",
  joins: ownerJoin,
  orderTs: sql`listings.submitted_ts`,
  isInQueueSql: (now) => sql`listings.state = 'pending' and listings.submitted_ts <= ${now - DAY_MS}`,
  isOwnSql: isListingOwnerSql,
  texts: { ...LISTING_TEXTS, code: sql`'listing'` },
};

/** Revisions of published listings that wait for a decision for more than a day. */
const revisionsPending: RowSource = {
  queue: "listings_pending",
  table: "listing_revisions",
  joins: sql`cross join listings on listings.id = listing_revisions.listing_id ${ownerJoin}`,
  id: "listing_id",
  orderTs: sql`listing_revisions.submitted_ts`,
  isInQueueSql: (
    now,
  ) => sql`listing_revisions.state_reasons is null and listing_revisions.submitted_ts <= ${now - DAY_MS}
    and listings.state in ('published', 'paused')`,
  isOwnSql: isListingOwnerSql,
  texts: { ...LISTING_TEXTS, title: sql`listing_revisions.title`, code: sql`'revision'` },
};

/** Listings with objections of their teachers to decisions, each by its oldest open objection. */
const listingObjections: RowSource = {
  queue: "listing_objections",
  table: "listing_decisions",
  index: "listing_decisions_objections",
  joins: sql`left join listings on listings.id = listing_decisions.listing_id ${ownerJoin}`,
  id: "listing_id",
  orderTs: sql`listing_decisions.objection_ts`,
  isInQueueSql: () => sql`${isOpenObjectionSql} and not exists (
    select 1 from listing_decisions earlier where earlier.listing_id = listing_decisions.listing_id
      and earlier.objection_decided_ts is null
      and (earlier.objection_ts, earlier.id) < (listing_decisions.objection_ts, listing_decisions.id))`,
  isOwnSql: (_, admin) => isOwnListingSql(admin, sql`listing_decisions.listing_id`),
  texts: LISTING_TEXTS,
};

const EXPIRING_MS = 14 * DAY_MS;

/** Listings that expire within two weeks. */
const listingsExpiring: RowSource = {
  queue: "listings_expiring",
  isClosable: true,
  table: "listings",
  index: "listings_expired",
  joins: ownerJoin,
  orderTs: sql`listings.expires_ts`,
  leadMs: EXPIRING_MS,
  isInQueueSql: (now) => sql`listings.state = 'published' and listings.expires_ts <= ${now + EXPIRING_MS}`,
  lowerBound: (now) => now,
  texts: LISTING_TEXTS,
};

/** The seller, while nothing is sold because its details are incomplete; since they were saved, or the site began. */
const sellerIncomplete: RowSource = {
  queue: "seller_incomplete",
  rank: RANKS.money,
  table: "seller",
  rowsSql: () => sql`(
    select 'seller' as id, value ->> '$.name' as name, ${missingSellerFieldSql} as missing,
      coalesce(updated_ts, ${siteBeginSql}) as created_ts
    from (select 1) left join settings on path = ${SELLER.path}
  )`,
  isInQueueSql: () => sql`seller.missing is not null`,
  texts: { title: sql`coalesce(nullif(seller.name, ''), ${SELLER.path})`, code: sql`seller.missing` },
};

const orderJoins = sql`left join listings on listings.id = orders.listing_id
  left join users buyer on buyer.id = orders.buyer_id`;
const ORDER_TEXTS: TextColumns = {
  title: sql`listings.title`,
  taughtSubject: sql`listings.subject`,
  ...concernedSql("buyer"),
  linkId: sql`orders.id`,
};

/** A refund is paid within 14 days (GEO 34/2014, art. 13), also if the first attempt failed. */
const refundDeadlineSql = sql`refunds.created_ts + ${sql.raw(String(14 * DAY_MS))}`;

/** Returned refunds that a list reads for those whose deadline is near. */
const MAX_RETURNED = 100;

/** Events from Stripe that could not be applied or need a check; of a stored order, with a link to it. */
const paymentAlerts: RowSource = {
  queue: "payments",
  isClosable: true,
  rank: RANKS.money,
  table: "payment_events",
  index: "payment_events_open",
  joins: sql`left join orders on orders.id = payment_events.order_id ${orderJoins}`,
  orderTs: sql`payment_events.received_ts`,
  isInQueueSql: () => isOpenAlertSql,
  texts: {
    ...ORDER_TEXTS,
    title: sql`coalesce(listings.title, payment_events.type)`,
    code: sql`payment_events.outcome`,
    concerned: sql`coalesce(${fullNameSql("buyer")}, payment_events.detail)`,
    deadlineTs: sql`(select ${refundDeadlineSql} from refunds where ${isReturnedRefundSql})`,
  },
};

/** The alerts about returned refunds whose deadline is near; read along the failed refunds, of which there are few. */
function splitAlerts(): RowSource[] {
  const [{ index: _, ...due }, ...others] = splitByDeadline(paymentAlerts, RANKS.moneyDue);
  const rowsSql: RowSource["rowsSql"] = (_now, use) =>
    use === "ids"
      ? null
      : sql`(select payment_events.* from refunds indexed by refunds_failed
          cross join payment_events on payment_events.order_id = refunds.order_id and ${isReturnedRefundSql}
          where refunds.state = 'failed' and ${isOpenAlertSql}
          order by refunds.created_ts limit ${MAX_RETURNED})`;
  return [{ ...due, rowsSql }, ...others];
}

/** Orders whose last refund was refused by Stripe. A refund that failed later has an event. */
const refundsRefused: RowSource = {
  queue: "payments",
  isClosable: true,
  rank: RANKS.money,
  table: "refunds",
  index: "refunds_failed",
  joins: sql`left join orders on orders.id = refunds.order_id ${orderJoins}`,
  id: "order_id",
  isInQueueSql: () => sql`refunds.state = 'failed' and refunds.stripe_refund_id is null
    and orders.refunded_amount < orders.amount
    and not exists (select 1 from refunds later where later.order_id = refunds.order_id
      and (later.created_ts, later.id) > (refunds.created_ts, refunds.id))`,
  texts: { ...ORDER_TEXTS, code: sql`'refund_refused'`, deadlineTs: refundDeadlineSql },
};

/** Disputes that Stripe waits for an answer to, until its deadline. */
const disputesUnanswered: RowSource = {
  queue: "payments",
  rank: RANKS.money,
  table: "disputes",
  index: "disputes_open",
  joins: sql`left join orders on orders.id = disputes.order_id ${orderJoins}`,
  isInQueueSql: () => isUnansweredDisputeSql,
  texts: { ...ORDER_TEXTS, code: sql`'dispute'`, deadlineTs: sql`disputes.due_ts` },
};

/** How long after its creation an unpaid order is closed at the latest, and how long a payment may take to process. */
const UNSETTLED_MS = DAY_MS;
const PROCESSING_MS = 30 * DAY_MS;

/** Unpaid orders that the jobs could not settle with Stripe. */
const ordersUnsettled: RowSource = {
  queue: "payments",
  rank: RANKS.money,
  table: "orders",
  index: "orders_one_open",
  joins: orderJoins,
  leadMs: -UNSETTLED_MS,
  isInQueueSql: (
    now,
  ) => sql`orders.state in ('created', 'open') and orders.created_ts <= ${now - UNSETTLED_MS}
    and coalesce(orders.processing_ts, 0) <= ${now - PROCESSING_MS}`,
  texts: { ...ORDER_TEXTS, code: sql`'unsettled'` },
};

const ENDING_MS = 2 * DAY_MS;

/** Promotions that end within two days without a successor of their kind; each by its order. */
const promotionsEnding: RowSource = {
  queue: "promotions_ending",
  isClosable: true,
  table: "promotions",
  index: "promotions_end",
  joins: sql`left join orders on orders.id = promotions.order_id ${orderJoins}`,
  id: "order_id",
  orderTs: sql`promotions.ends_ts`,
  leadMs: ENDING_MS,
  lowerBound: (now) => now,
  isInQueueSql: (now) => sql`promotions.ends_ts <= ${now + ENDING_MS}
    and promotions.stopped_ts is null and listings.state <> 'deleted'
    and not exists (select 1 from promotions next where next.listing_id = promotions.listing_id
      and next.ends_ts > promotions.ends_ts and next.placement = promotions.placement and next.stopped_ts is null)`,
  texts: { ...ORDER_TEXTS, code: sql`promotions.placement` },
};

const ABANDONED_MS = 30 * DAY_MS;

/**
 * Unfinished checkouts of the last thirty days, for each listing the last one. A later checkout of the same listing
 * replaces the earlier one.
 */
const abandonedCheckouts = (state: "expired" | "failed"): RowSource => ({
  queue: "checkouts_abandoned",
  isClosable: true,
  table: "orders",
  index: "orders_state",
  joins: orderJoins,
  lowerBound: (now) => now - ABANDONED_MS,
  isInQueueSql: () => sql`orders.state = ${sql.raw(`'${state}'`)}
    and orders.listing_id is not null and listings.state <> 'deleted' and buyer.disabled_ts is null
    and not exists (select 1 from orders later where later.listing_id = orders.listing_id
      and later.created_ts > orders.created_ts)`,
  texts: { ...ORDER_TEXTS, code: sql`orders.state` },
});

/** Listings and orders. */
export const LISTING_SOURCES: readonly RowSource[] = [
  ...reportSources("reports"),
  ...reportSources("conversation_reports"),
  ...splitAlerts(),
  sellerIncomplete,
  ...splitByDeadline(refundsRefused, RANKS.moneyDue),
  ...splitByDeadline(disputesUnanswered, RANKS.moneyDue),
  ordersUnsettled,
  listingsPending,
  revisionsPending,
  listingObjections,
  promotionsEnding,
  listingsExpiring,
  abandonedCheckouts("expired"),
  abandonedCheckouts("failed"),
];
