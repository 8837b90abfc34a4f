import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { enquiries } from "@/db/schema";
import { eraseMailsToStatement } from "@/features/mail";
import { eraseGuestsStatements } from "../guests/erase-guests-statements";
import type { PendingEnquiry } from "./pending-enquiries";

/**
 * Deletes unconfirmed enquiries and the mails with their links, for a sender who has not proved the mailbox. An enquiry
 * that was confirmed stays.
 */
export async function discardPending(ctx: Ctx, pending: readonly PendingEnquiry[]): Promise<void> {
  await ctx.commit(
    pending.flatMap(({ id, email }) => {
      const subject = auditSubject("enquiry", id);
      const isPendingSql = sql`id = ${id} and guest_email = ${email} and confirmed_ts is null`;
      const exists = sql`exists (select 1 from ${enquiries} where ${isPendingSql})`;
      return [
        auditEventStatement(ctx, { action: "enquiry.guest_erased", subject, actorId: null }, exists),
        eraseMailsToStatement(ctx, { recipient: email, subjects: sql`(select ${subject} where ${exists})` }),
        ...eraseGuestsStatements(ctx, isPendingSql),
      ];
    }),
  );
}
