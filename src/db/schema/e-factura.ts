import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { E_INVOICE_STATES } from "@/shared/codes";

/**
 * What became of each invoice and credit note at the tax authority (e-Factura). The batch that issues a document inserts
 * its row. Times in ms.
 */
export const eInvoices = sqliteTable(
  "e_invoices",
  {
    /** The document's printed number: "CAT-000012". */
    label: text().primaryKey(),
    invoiceSeries: text("invoice_series").notNull(),
    invoiceNumber: integer("invoice_number").notNull(),
    state: text({ enum: E_INVOICE_STATES }).notNull(),
    /** When the job handles it next; null once nothing is left to do. */
    dueTs: integer("due_ts"),
    /** When the last upload began, or a restore of the database before which one may have begun; null before the first. */
    uploadTs: integer("upload_ts"),
    /** The authority's index of the upload. */
    uploadIndex: text("upload_index"),
    /** The authority's id of its signed answer, which is stored in the bucket. */
    downloadId: text("download_id"),
    /** In Romanian, mostly the authority's words: why it rejected the document, or did not take it yet. */
    error: text().notNull().default(""),
    /** The beginning of the third working day after its issue, and the end of the fifth, in Bucharest. */
    followUpTs: integer("follow_up_ts").notNull(),
    deadlineTs: integer("deadline_ts").notNull(),
    /** When it was accepted, rejected or handed over. */
    settledTs: integer("settled_ts"),
  },
  (table) => [
    index("e_invoices_due").on(table.dueTs).where(sql`due_ts is not null`),
    // For telling the site's uploads from those of other programs of the seller.
    index("e_invoices_upload").on(table.uploadIndex).where(sql`upload_index is not null`),
    // For the follow-up list.
    index("e_invoices_open").on(table.followUpTs).where(sql`state in ('queued', 'uploading', 'uploaded')`),
    index("e_invoices_rejected").on(table.settledTs).where(sql`state = 'rejected'`),
  ],
);

/** The consent by which the site uploads invoices; at most one row. Times in ms. */
export const eFacturaConnection = sqliteTable("e_factura_connection", {
  id: integer().primaryKey(),
  /** Encrypted, see `connection.ts` of the feature. */
  accessToken: text("access_token").notNull(),
  refreshToken: text("refresh_token").notNull(),
  accessExpiresTs: integer("access_expires_ts").notNull(),
  consentEndsTs: integer("consent_ends_ts").notNull(),
  connectedTs: integer("connected_ts").notNull(),
  /** When the authority refused to renew the tokens, or they could not be decrypted; null while they work. */
  refusedTs: integer("refused_ts"),
});
