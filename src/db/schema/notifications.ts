import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { DeliveryCondition } from "@/db/delivery-condition";
import { users } from "./users";

/** Browsers that agreed to Web Push (RFC 8030). */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** The push service's URL for this browser. */
    endpoint: text().notNull().unique(),
    /** The browser's public key and secret for the encryption (RFC 8291), base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** Browser and system, as in "Firefox, Windows". */
    device: text().notNull().default(""),
    /** The session that turned on push messages. The row outlives a session that expires, not one that is ended. */
    sessionId: text("session_id").notNull(),
    createdTs: integer("created_ts").notNull(),
  },
  (table) => [
    index("push_subscriptions_user").on(table.userId),
    // For the end of a session.
    index("push_subscriptions_session").on(table.sessionId),
  ],
);

/** Push messages to send, written in the batch that causes them; deleted when they are sent or given up. */
export const pushOutbox = sqliteTable(
  "push_outbox",
  {
    /** The cause and the subscription, so that a repeated batch adds no second message. */
    id: text().primaryKey(),
    subscriptionId: text("subscription_id")
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: "cascade" }),
    /** JSON for the service worker: title, body and path. */
    payload: text().notNull(),
    /** The record that the message is about, as `auditSubject` names it: erasures find messages to others by it. */
    about: text(),
    /** What must still hold when the message is delivered; null for most. */
    condition: text({ mode: "json" }).$type<DeliveryCondition>(),
    createdTs: integer("created_ts").notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptTs: integer("next_attempt_ts").notNull(),
  },
  (table) => [
    index("push_outbox_due").on(table.nextAttemptTs),
    // For the deletion of a subscription.
    index("push_outbox_subscription").on(table.subscriptionId),
    index("push_outbox_about").on(table.about).where(sql`about is not null`),
  ],
);
