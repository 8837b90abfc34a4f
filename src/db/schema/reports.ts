import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { CONVERSATION_MEASURES, LISTING_REPORT_OUTCOMES, REPORT_REASONS, SIDES } from "@/shared/codes";
import { LOCALES } from "@/shared/i18n/locales";
import { enquiries } from "./enquiries";
import { listings } from "./listings";
import { users } from "./users";

/**
 * Reports of listings by visitors, and of conversations by one of their sides. Open until an admin upholds or
 * dismisses them.
 */
export const reports = sqliteTable(
  "reports",
  {
    id: text().primaryKey(),
    /**
     * Null for the listing of an erased account: the row stays for the summary, without texts and reporter. Of a
     * conversation, the listing that it is about.
     */
    listingId: text("listing_id").references(() => listings.id),
    /** The reported conversation; null for a report about the listing, and once the conversation was deleted. */
    enquiryId: text("enquiry_id").references(() => enquiries.id),
    /** The side of the conversation that the other one reported; null for a report about the listing. */
    reportedSide: text("reported_side", { enum: SIDES }),
    /** Whether the site reported a text of the teacher that it refused, not a person. */
    isAutomatic: integer("is_automatic", { mode: "boolean" }).notNull().default(false),
    /** Null for a visitor without an account, an erased user and the site. */
    reporterId: text("reporter_id").references(() => users.id),
    reason: text({ enum: REPORT_REASONS }).notNull(),
    text: text().notNull().default(""),
    /** Given with the report; "" and null for a report without them. Erased by `eraseReporters`. */
    name: text().notNull().default(""),
    email: text(),
    /** Language of the page on which it was written. */
    locale: text({ enum: LOCALES }),
    createdTs: integer("created_ts").notNull(),
    outcome: text({ enum: LISTING_REPORT_OUTCOMES }),
    /** What was done about the reported side, if a report about a conversation was upheld. */
    measure: text({ enum: CONVERSATION_MEASURES }),
    /** What the admin found, for the measure: the reason is named to both sides. */
    measureReason: text("measure_reason", { enum: REPORT_REASONS }),
    decidedTs: integer("decided_ts"),
    /** When an admin lifted the measure `blocked`; null if none did. */
    liftedTs: integer("lifted_ts"),
    /** The admin who decided. */
    decidedBy: text("decided_by").references(() => users.id),
    /** The admin's explanation to the reporter. */
    decisionText: text("decision_text").notNull().default(""),
    /** The explanation of a warning or block to the person concerned; "" for one without an account, and once erased. */
    measureText: text("measure_text").notNull().default(""),
  },
  (table) => [
    index("reports_listing").on(table.listingId, table.createdTs),
    index("reports_enquiry").on(table.enquiryId).where(sql`enquiry_id is not null`),
    // For the queues of listings and of conversations.
    index("reports_open").on(table.createdTs).where(sql`outcome is null and reported_side is null`),
    index("reports_urgent")
      .on(table.createdTs)
      .where(sql`outcome is null and reported_side is null and reason in ('unsafe', 'illegal')`),
    index("reports_conversations")
      .on(table.createdTs)
      .where(sql`outcome is null and reported_side is not null`),
    index("reports_conversations_urgent")
      .on(table.createdTs)
      .where(sql`outcome is null and reported_side is not null and reason in ('unsafe', 'illegal')`),
    index("reports_reporter").on(table.reporterId).where(sql`reporter_id is not null`),
    index("reports_decided_by").on(table.decidedBy).where(sql`decided_by is not null`),
    // For a user's reports before the account.
    index("reports_email").on(table.email).where(sql`email is not null`),
    // For `eraseReporters`.
    index("reports_named").on(table.decidedTs).where(sql`(name <> '' or email is not null)`),
  ],
);
