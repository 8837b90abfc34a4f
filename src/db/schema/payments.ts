import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  type County,
  INVOICE_KINDS,
  ORDER_STATES,
  PAYMENT_OUTCOMES,
  PLACEMENTS,
  REFUND_KINDS,
  REFUND_REASONS,
  REFUND_STATES,
  type Subject,
} from "@/shared/codes";
import type { Billing } from "@/shared/schemas/billing";
import type { CompleteSeller } from "@/shared/schemas/pricing";
import { listings } from "./listings";
import { users } from "./users";

/** Purchases of promotions, with the price at the time of the order. Amounts in bani. */
export const orders = sqliteTable(
  "orders",
  {
    id: text().primaryKey(),
    /** Null once the listing was erased with its owner; the order stays for accounting. */
    listingId: text("listing_id").references(() => listings.id),
    /** Null once the buyer was erased. */
    buyerId: text("buyer_id").references(() => users.id),
    package: text().notNull(),
    days: integer().notNull(),
    placement: text({ enum: PLACEMENTS }).notNull(),
    amount: integer().notNull(),
    vatAmount: integer("vat_amount").notNull(),
    /** Basis points: 2100 is 21 %. */
    vatRate: integer("vat_rate").notNull(),
    currency: text().notNull().default("RON"),
    /**
     * Who is invoiced, as given with the order; it never changes. Null once the buyer was erased, or at the end of the
     * accounting period of the invoice.
     */
    billing: text({ mode: "json" }).$type<Billing>(),
    state: text({ enum: ORDER_STATES }).notNull(),
    /** When the checkout was completed with a payment method that takes days; null otherwise. */
    processingTs: integer("processing_ts"),
    checkoutSessionId: text("checkout_session_id").unique(),
    checkoutUrl: text("checkout_url"),
    checkoutExpiresTs: integer("checkout_expires_ts"),
    paymentIntentId: text("payment_intent_id").unique(),
    /**
     * Sum of Stripe's refunds of the payment and of lost disputes, from each event about one
     * (`applyRefundsAndDisputes`), and of bank transfers (`recordTransfer`).
     */
    refundedAmount: integer("refunded_amount").notNull().default(0),
    /**
     * Whether the buyer requested the start before the end of the 14-day withdrawal period, and the text of this
     * consent.
     */
    immediateStart: integer("immediate_start", { mode: "boolean" }).notNull(),
    consentText: text("consent_text").notNull(),
    consentTs: integer("consent_ts").notNull(),
    createdTs: integer("created_ts").notNull(),
    paidTs: integer("paid_ts"),
    closedTs: integer("closed_ts"),
    /** When the buyer withdrew from the contract, which ends the promotion. */
    withdrawnTs: integer("withdrawn_ts"),
    /** When an admin ended the promotion; it can't resume. */
    revokedTs: integer("revoked_ts"),
    /** Days that admins credited, in addition to the bought ones. */
    creditedDays: integer("credited_days").notNull().default(0),
    /** Whether the order failed because its payment did not match it: an admin checks that. */
    mismatched: integer({ mode: "boolean" }).notNull().default(false),
    /** Amount that banks took permanently in disputes; part of `refunded_amount`. */
    disputeLoss: integer("dispute_loss").notNull().default(0),
    /** Amount that an admin paid by bank transfer after refunds were returned; part of `refunded_amount`. */
    transferredAmount: integer("transferred_amount").notNull().default(0),
    /** Stripe's fee for the payment; null until the job `reconcile-fees` has read it. */
    fee: integer(),
  },
  (table) => [
    // Also for finding orders that wait for a payment.
    uniqueIndex("orders_one_open").on(table.listingId).where(sql`state in ('created', 'open')`),
    index("orders_listing").on(table.listingId, table.createdTs),
    index("orders_buyer").on(table.buyerId, table.createdTs),
    // For the admins' list and for accounting.
    index("orders_created").on(table.createdTs),
    index("orders_state").on(table.state, table.createdTs),
    // For the job that reads fees.
    index("orders_without_fee").on(table.paidTs).where(sql`fee is null and paid_ts is not null`),
  ],
);

/**
 * Refunds of orders: the row is written first, then the refund is requested from Stripe with its id. Amounts in bani.
 */
export const refunds = sqliteTable(
  "refunds",
  {
    /** Also Stripe's idempotency key, and in the refund's metadata. */
    id: text().primaryKey(),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    kind: text({ enum: REFUND_KINDS }).notNull(),
    amount: integer().notNull(),
    /** Why an admin refunds; null for automatic refunds. Stripe gets it if it is one of its own reasons. */
    reasonCode: text("reason_code", { enum: REFUND_REASONS }),
    /** What the buyer reads: the reason, and the admin's text. */
    reason: text().notNull().default(""),
    /** The admin who decided; null for automatic refunds, and once erased. */
    actorId: text("actor_id"),
    state: text({ enum: REFUND_STATES }).notNull(),
    stripeRefundId: text("stripe_refund_id").unique(),
    /**
     * Number of the attempt, part of Stripe's idempotency key: for a day, Stripe repeats its first error for the same
     * key.
     */
    attempt: integer().notNull().default(1),
    createdTs: integer("created_ts").notNull(),
    sentTs: integer("sent_ts"),
    /** The day (its beginning) on which an admin paid the returned refund by bank transfer; null without one. */
    transferredTs: integer("transferred_ts"),
    /** The bank's reference of this transfer. */
    transferReference: text("transfer_reference").notNull().default(""),
  },
  (table) => [
    index("refunds_order").on(table.orderId),
    index("refunds_pending").on(table.createdTs).where(sql`state = 'pending'`),
    // For refunds that need an admin.
    index("refunds_failed").on(table.createdTs).where(sql`state = 'failed'`),
  ],
);

/** Disputes of payments, as Stripe lists them; each change of one updates its row (`applyRefundsAndDisputes`). */
export const disputes = sqliteTable(
  "disputes",
  {
    /** Stripe's id. */
    id: text().primaryKey(),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    /** Stripe's status, such as `needs_response`. */
    status: text().notNull(),
    /** Stripe's code of the bank's reason. */
    reason: text().notNull(),
    /** In the smallest unit of the dispute's currency, which is usually bani. */
    amount: integer().notNull(),
    /** Stripe's fee in bani: the sum of the fees of its balance transactions; null if one has another currency. */
    fee: integer().default(0),
    /** Until when an answer is possible; null without a deadline. */
    dueTs: integer("due_ts"),
    /** When it was opened; for an inquiry that became a dispute, when it became one. */
    createdTs: integer("created_ts").notNull(),
    /** When the bank's decision arrived; null before that. */
    closedTs: integer("closed_ts"),
  },
  (table) => [
    index("disputes_order").on(table.orderId),
    // For disputes that need an admin.
    index("disputes_open").on(table.createdTs).where(sql`closed_ts is null`),
    // For the fees of a period.
    index("disputes_with_fee").on(table.createdTs).where(sql`fee is not 0`),
  ],
);

/**
 * Invoices and credit notes, numbered without gaps in each series. The batch that updates the order inserts them; they
 * never change, but for the buyer. The invoices of an order minus its credit notes add up to the amount paid minus
 * refunds. Amounts in bani.
 */
export const invoices = sqliteTable(
  "invoices",
  {
    /** The seller's series at that time. */
    series: text().notNull(),
    /** From 1 in each series, one sequence for both kinds. */
    number: integer().notNull(),
    kind: text({ enum: INVOICE_KINDS }).notNull(),
    /**
     * Whether an invoice invoices the amount of a credit note again, because the refund failed or a dispute was won. An
     * order has one other invoice: that of its payment.
     */
    reissued: integer({ mode: "boolean" }).notNull().default(false),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    /** Positive; `kind` says whether the money was received or refunded. */
    amount: integer().notNull(),
    /** The part of `amount` that banks took in disputes, or gave back. Negative if it went the other way. */
    disputedAmount: integer("disputed_amount").notNull().default(0),
    /** The part of `amount` that an admin paid by bank transfer. */
    transferredAmount: integer("transferred_amount").notNull().default(0),
    vatAmount: integer("vat_amount").notNull(),
    /** Basis points; 0 for a seller without VAT, whose data contain the reason. */
    vatRate: integer("vat_rate").notNull(),
    currency: text().notNull(),
    /** The seller at that time: a copy of the settings document `settings/seller`. */
    seller: text({ mode: "json" }).$type<CompleteSeller>().notNull(),
    /** A copy of the order's billing details. `purgeInvoiceBuyers` removes it at the end of the accounting period. */
    buyer: text({ mode: "json" }).$type<Billing>(),
    /** Not before that of the previous number of the series. */
    issuedTs: integer("issued_ts").notNull(),
    /**
     * When the money was received; for a credit note and a reissued invoice, when Stripe reported its change, or the
     * day of the bank transfer.
     */
    paidTs: integer("paid_ts").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.series, table.number] }),
    // For the admins' search by a number without its series.
    index("invoices_number").on(table.number),
    index("invoices_order").on(table.orderId),
    index("invoices_issued").on(table.issuedTs, table.series, table.number),
    uniqueIndex("invoices_one_payment").on(table.orderId).where(sql`kind = 'invoice' and not reissued`),
    // For the job that removes buyers.
    index("invoices_with_buyer").on(table.issuedTs).where(sql`buyer is not null`),
  ],
);

/** Active when `starts_ts <= now < ends_ts`, it is not stopped, and the listing is visible. One per order. */
export const promotions = sqliteTable(
  "promotions",
  {
    id: text().primaryKey(),
    orderId: text("order_id")
      .notNull()
      .unique()
      .references(() => orders.id),
    listingId: text("listing_id")
      .notNull()
      .references(() => listings.id),
    placement: text({ enum: PLACEMENTS }).notNull(),
    startsTs: integer("starts_ts").notNull(),
    endsTs: integer("ends_ts").notNull(),
    /** A fixed random number below 2^31 that orders promotions in the hourly rotation. */
    rotationKey: integer("rotation_key").notNull(),
    /**
     * When a dispute suspended it, or a refund, a withdrawal or an admin ended it early; null if it was not stopped.
     */
    stoppedTs: integer("stopped_ts"),
    /** The end (ms) that the buyer was told of: before it, and after it. A changed end is told again. */
    endingNoticeEndsTs: integer("ending_notice_ends_ts"),
    endedNoticeEndsTs: integer("ended_notice_ends_ts"),
    createdTs: integer("created_ts").notNull(),
  },
  (table) => [
    index("promotions_listing").on(table.listingId, table.endsTs),
    // For the mails about promotions that end or have ended.
    index("promotions_end").on(table.endsTs),
  ],
);

/**
 * The table that promoted blocks read: one row for each promotion of a visible listing that has not ended. Its search
 * terms are in `promotions_fts` (see the migration) under the same number.
 */
export const promotionPlacements = sqliteTable(
  "promotion_placements",
  {
    /**
     * Its position in the hourly rotation, from `promotions.rotation_key` and `listing_num`
     * (`POSITIONS_PER_ROTATION_KEY` of db/search-positions).
     */
    rotationPosition: integer("rotation_position").primaryKey(),
    promotionId: text("promotion_id")
      .notNull()
      .references(() => promotions.id),
    listingNum: integer("listing_num").notNull(),
    placement: text({ enum: PLACEMENTS }).notNull(),
    subject: text().$type<Subject>().notNull(),
    county: text().$type<County>().notNull(),
    startsTs: integer("starts_ts").notNull(),
    endsTs: integer("ends_ts").notNull(),
  },
  (table) => [
    index("promotion_placements_promotion").on(table.promotionId),
    index("promotion_placements_listing").on(table.listingNum),
    index("promotion_placements_slots").on(table.subject, table.county, table.endsTs),
    index("promotion_placements_end").on(table.endsTs),
  ],
);

/** The inbox of Stripe's events: each id once, with its outcome. */
export const paymentEvents = sqliteTable(
  "payment_events",
  {
    id: text().primaryKey(),
    type: text().notNull(),
    orderId: text("order_id"),
    checkoutSessionId: text("checkout_session_id"),
    createdTs: integer("created_ts").notNull(),
    /** When it was received, or later got another outcome. */
    receivedTs: integer("received_ts").notNull(),
    outcome: text({ enum: PAYMENT_OUTCOMES }).notNull(),
    /** The problem, for admins. */
    detail: text().notNull().default(""),
    payload: text().notNull(),
    /** When an admin closed its alert in the follow-up list; null before that. */
    closedTs: integer("closed_ts"),
  },
  (table) => [
    index("payment_events_order").on(table.orderId),
    // For events that need an admin.
    index("payment_events_open")
      .on(table.receivedTs)
      .where(sql`closed_ts is null and outcome in ('alert', 'mismatch', 'unknown_order', 'failed')`),
  ],
);
