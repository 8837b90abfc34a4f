import { asc } from "drizzle-orm";
import type { Ctx } from "@/context";
import { contactMessages } from "@/db/schema";
import { serializeTimestamp } from "@/shared/format";
import { writtenBy } from "./queries";

/** A user's messages to the operator, as JSON for their export. */
export async function exportContactMessages(ctx: Ctx, userId: string) {
  const rows = await ctx.db
    .select()
    .from(contactMessages)
    .where(writtenBy(userId))
    .orderBy(asc(contactMessages.createdTs), asc(contactMessages.id));
  return rows.map(({ id, name, email, subject, message, locale, createdTs, closedTs }) => ({
    _id: id,
    name,
    email,
    subject,
    message,
    locale,
    created_ts: serializeTimestamp(createdTs),
    closed_ts: closedTs === null ? null : serializeTimestamp(closedTs),
  }));
}
