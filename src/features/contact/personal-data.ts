import { asc, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { exportRow } from "@/db/export-row";
import { contactMessages } from "@/db/schema";
import { eraseMailsAboutStatements } from "@/features/mail";
import { toTimestampJson } from "@/shared/format";
import { isSentByUserSql } from "./queries";

/** A user's messages to the operator, as JSON for their export. */
export async function exportContactMessages(ctx: Ctx, userId: string) {
  const rows = await ctx.db
    .select()
    .from(contactMessages)
    .where(isSentByUserSql(userId))
    .orderBy(asc(contactMessages.createdTs), asc(contactMessages.id));
  return rows.map((row) => ({
    ...exportRow(contactMessages, row, ["userId"]),
    replies: row.replies.map((reply) => ({ ...reply, created_ts: toTimestampJson(reply.created_ts) })),
  }));
}

/** Deletes a user's messages to the operator and the mails about them. Must run before the account is erased. */
export const eraseContactMessagesStatements = (ctx: Ctx, userId: string): Statement[] => [
  ...eraseMailsAboutStatements(
    ctx,
    sql`(select ${auditSubject("contact", contactMessages.id)} from ${contactMessages}
      where ${isSentByUserSql(userId)})`,
  ),
  ctx.db.delete(contactMessages).where(isSentByUserSql(userId)),
];
