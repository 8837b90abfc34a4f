import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { DeliveryCondition } from "@/db/delivery-condition";

/**
 * Mails to send, written in the batch that causes them. A sent mail loses its text. A dead one failed for good, or was
 * returned after it was sent. The rows of sent and dead mails are deleted after a month.
 */
export const mailOutbox = sqliteTable(
  "mail_outbox",
  {
    id: text().primaryKey(),
    /** The template, for tests and follow-up. */
    template: text().notNull(),
    recipient: text().notNull(),
    /** The address for replies if it is not the site's: the sender of a contact message. */
    replyTo: text("reply_to"),
    /** For mail that is not transactional: a POST to this URL ends such mail (RFC 8058). */
    unsubscribeUrl: text("unsubscribe_url"),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    /**
     * For mail that is composed when it is delivered, so that it shows what is true then: the data for it. Its text is
     * empty. Null for all other mail.
     */
    payload: text({ mode: "json" }).$type<unknown>(),
    /** What must still hold when the mail is delivered; null for most. */
    condition: text({ mode: "json" }).$type<DeliveryCondition>(),
    createdTs: integer("created_ts").notNull(),
    attempts: integer().notNull().default(0),
    /** Lower ones leave first: 0 urgent, 1 normal, 2 bulk. Set by `getMailPriority` of the template. */
    priority: integer().notNull().default(1),
    nextAttemptTs: integer("next_attempt_ts").notNull(),
    state: text({ enum: ["waiting", "sent", "dead"] })
      .notNull()
      .default("waiting"),
    sentTs: integer("sent_ts"),
    lastError: text("last_error").notNull().default(""),
    /** For mail that must leave no trace, as to an erased user: its row is deleted when it is sent or dead. */
    deleteWhenDone: integer("delete_when_done", { mode: "boolean" }).notNull().default(false),
    /** The record that the mail is about, as `auditSubject` names it: erasures find mails to others by it. */
    about: text(),
    /** The decision that it tells of, while that can be undone (`withUndo`); null for other mail. */
    decisionId: text("decision_id"),
    /** When the mail's one-time link expires (ms); null for mail without one. */
    linkExpiresTs: integer("link_expires_ts"),
    /** An attached text file; null without one, and when the mail is sent. */
    attachment: text({ mode: "json" }).$type<{ name: string; type: string; text: string }>(),
  },
  (table) => [
    index("mail_outbox_due").on(table.state, table.nextAttemptTs),
    // For sending urgent mail first. Without bulk mail, so that the thousands of digests of an evening cost less.
    index("mail_outbox_first")
      .on(table.priority, table.nextAttemptTs)
      .where(sql`state = 'waiting' and priority < 2`),
    // For erasing a user, changing an address and exporting a user's data.
    index("mail_outbox_recipient").on(table.recipient),
    index("mail_outbox_about").on(table.about).where(sql`about is not null`),
    index("mail_outbox_decision").on(table.decisionId).where(sql`decision_id is not null`),
  ],
);

/** The last decision about an item of moderation, while its mails wait and it can be undone. */
export const decisionUndos = sqliteTable("decision_undos", {
  /** The item, as `auditSubject` names it. */
  subject: text().primaryKey(),
  /** The id that the mails of the decision carry; null once it was undone. */
  decisionId: text("decision_id"),
  /** The item's version after the decision. */
  version: integer().notNull(),
  /** The item before the decision; its kind knows the shape. */
  stateBefore: text("state_before", { mode: "json" }).$type<unknown>().notNull(),
  /** The form that was sent, which comes back after the undo; null for a call. */
  form: text({ mode: "json" }).$type<{ decision: string; values: Record<string, string[]> }>(),
  expiresTs: integer("expires_ts").notNull(),
});

/** Counters of rate limits, by limit and key. */
export const limitCounters = sqliteTable(
  "limit_counters",
  {
    name: text().notNull(),
    key: text().notNull(),
    windowStartTs: integer("window_start_ts").notNull(),
    hits: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.name, table.key] }),
    index("limit_counters_window").on(table.windowStartTs),
  ],
);

/** Responses to calls with an Idempotency-Key, stored for a day. */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    key: text().notNull(),
    /** The user or address, and the call. */
    scope: text().notNull(),
    requestHash: text("request_hash").notNull(),
    status: integer(),
    body: text(),
    createdTs: integer("created_ts").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scope, table.key] }),
    index("idempotency_keys_created").on(table.createdTs),
  ],
);

/** The last runs of each scheduled job, written after each run. Times in ms. */
export const jobRuns = sqliteTable("job_runs", {
  name: text().primaryKey(),
  lastSuccessTs: integer("last_success_ts"),
  lastErrorTs: integer("last_error_ts"),
});

/** The restore that filled this database; without a row it was never restored. Times in ms. */
export const restores = sqliteTable("restores", {
  /** When the backup began: the database lacks what happened later. */
  backupTs: integer("backup_ts").primaryKey(),
  /** When the jobs ran for the first time after it; null before that. */
  resumedTs: integer("resumed_ts"),
  /** The search for files without a row: they are counted, and deleted once the operator says so. */
  orphans: text({ enum: ["count", "counted", "delete", "deleted"] })
    .notNull()
    .default("count"),
  /** How many were found or deleted, and the last key that was compared. */
  orphanFiles: integer("orphan_files").notNull().default(0),
  orphansKey: text("orphans_key").notNull().default(""),
});

/**
 * Objects of the bucket to delete: scheduled by the batch that removes their rows, or reserved before they are put,
 * until the batch that writes their rows.
 */
export const mediaDeletions = sqliteTable(
  "media_deletions",
  {
    /** The object's key; a key that ends in "/" means everything below it. */
    key: text().primaryKey(),
    createdTs: integer("created_ts").notNull(),
  },
  (table) => [index("media_deletions_created").on(table.createdTs)],
);

/**
 * Audit events: who did what to which record (`subject`, see `auditSubject`). Written in the same batch as the action.
 */
export const auditLog = sqliteTable(
  "audit_log",
  {
    id: text().primaryKey(),
    ts: integer().notNull(),
    actorId: text("actor_id"),
    action: text().notNull(),
    subject: text().notNull(),
    detail: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    index("audit_log_subject").on(table.subject, table.ts),
    // For the admins' page of audit events.
    index("audit_log_ts").on(table.ts),
    // For erasing a user and exporting their data.
    index("audit_log_actor").on(table.actorId).where(sql`actor_id is not null`),
  ],
);

/** Settings documents with a version. A document without a row has the default value from the code. */
export const settings = sqliteTable("settings", {
  path: text().primaryKey(),
  value: text({ mode: "json" }).$type<unknown>().notNull(),
  version: integer().notNull(),
  updatedTs: integer("updated_ts").notNull(),
});

/** All versions of the settings documents, with their authors. */
export const settingVersions = sqliteTable(
  "setting_versions",
  {
    path: text().notNull(),
    version: integer().notNull(),
    value: text({ mode: "json" }).$type<unknown>().notNull(),
    /** The author; null once erased. */
    actorId: text("actor_id"),
    ts: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.path, table.version] })],
);
