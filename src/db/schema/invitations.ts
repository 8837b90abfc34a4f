import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { INVITATION_STATES } from "@/shared/codes";
import { LOCALES } from "@/shared/i18n/locales";
import type { InvitationDraft } from "@/shared/schemas/invitation";
import { users } from "./users";

/**
 * Teachers whom an admin invited. Until the claim there is no account and no listing, so nothing can be public. A row
 * that ended, after 30 days at the latest, holds no data of its teacher but the hash and the claimed account.
 */
export const invitations = sqliteTable(
  "invitations",
  {
    id: text().primaryKey(),
    /** In lower case; null once the invitation ended, like draft and source. */
    email: text().unique(),
    /** Keyed hash of the address without what names the same mailbox (`toMailbox`), which is never invited again. */
    addressHash: text("address_hash").notNull().unique(),
    locale: text({ enum: LOCALES }).notNull(),
    draft: text({ mode: "json" }).$type<InvitationDraft>(),
    /** Where the admin got the data, as the mail and the page say it. */
    source: text(),
    state: text({ enum: INVITATION_STATES }).notNull(),
    createdTs: integer("created_ts").notNull(),
    /** When an invitation that is not claimed ends. */
    expiresTs: integer("expires_ts").notNull(),
    /** When it ended. */
    closedTs: integer("closed_ts"),
    /** The account that claimed it; null once erased. */
    claimedUserId: text("claimed_user_id").references(() => users.id),
  },
  (table) => [
    // For the list of admins.
    index("invitations_created").on(table.createdTs, table.id),
    // For their numbers.
    index("invitations_state").on(table.state),
    // For the sweep.
    index("invitations_expiring").on(table.expiresTs).where(sql`state = 'invited'`),
    // For erasures.
    index("invitations_claimed_user").on(table.claimedUserId).where(sql`claimed_user_id is not null`),
  ],
);
