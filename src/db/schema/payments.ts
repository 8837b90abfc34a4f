import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { type County, ORDER_STATES, PAYMENT_OUTCOMES, PLACEMENTS, type Subject } from "@/shared/codes";
import { listings } from "./listings";
import { users } from "./people";

/** A promotion being bought. The price is the snapshot it is sold with; money in bani. */
export const orders = sqliteTable(
  "orders",
  {
    id: text().primaryKey(),
    /** Null once the listing was erased with its owner: an order stays for the books, of nobody. */
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
    state: text({ enum: ORDER_STATES }).notNull(),
    /** Paid by a method that settles later: completed, but unpaid as yet. */
    processingTs: integer("processing_ts"),
    checkoutSessionId: text("checkout_session_id").unique(),
    checkoutUrl: text("checkout_url"),
    checkoutExpiresTs: integer("checkout_expires_ts"),
    paymentIntentId: text("payment_intent_id").unique(),
    refundedAmount: integer("refunded_amount").notNull().default(0),
    /** Whether the buyer asked for the promotion to start before the 14 days of withdrawal are over, and in which words. */
    immediateStart: integer("immediate_start", { mode: "boolean" }).notNull(),
    consentText: text("consent_text").notNull(),
    consentTs: integer("consent_ts").notNull(),
    createdTs: integer("created_ts").notNull(),
    paidTs: integer("paid_ts"),
    closedTs: integer("closed_ts"),
  },
  (table) => [
    // What waits for a payment is found by it, too.
    uniqueIndex("orders_one_open").on(table.listingId).where(sql`state in ('created', 'open')`),
    index("orders_listing").on(table.listingId, table.createdTs),
    index("orders_buyer").on(table.buyerId, table.createdTs),
  ],
);

/** Active when `starts_ts <= now < ends_ts`, it is not revoked, and the listing is visible. One per order. */
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
    /** A fixed random number below 2^31 that gives the promotion its place in the hourly draw. */
    draw: integer().notNull(),
    revokedTs: integer("revoked_ts"),
    createdTs: integer("created_ts").notNull(),
  },
  (table) => [index("promotions_listing").on(table.listingId, table.endsTs)],
);

/**
 * What the promoted blocks read: one row for each promotion of a visible listing that has not ended, with its words and
 * codes in `promotions_fts` (its migration) under the same number.
 */
export const promotionPlacements = sqliteTable(
  "promotion_placements",
  {
    /** Its place in the hourly draw, from `promotions.draw` and `listing_num` (features/listings/search-index). */
    slot: integer().primaryKey(),
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
    index("promotion_placements_seats").on(table.subject, table.county, table.endsTs),
    index("promotion_placements_end").on(table.endsTs),
  ],
);

/** The inbox of Stripe's events: each id once, with what became of it. */
export const paymentEvents = sqliteTable(
  "payment_events",
  {
    id: text().primaryKey(),
    type: text().notNull(),
    orderId: text("order_id"),
    checkoutSessionId: text("checkout_session_id"),
    createdTs: integer("created_ts").notNull(),
    receivedTs: integer("received_ts").notNull(),
    outcome: text({ enum: PAYMENT_OUTCOMES }).notNull(),
    /** What did not match or go well, for the operator. */
    detail: text().notNull().default(""),
    payload: text().notNull(),
  },
  (table) => [
    index("payment_events_order").on(table.orderId),
    index("payment_events_outcome").on(table.outcome),
  ],
);
