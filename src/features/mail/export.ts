import { asc, eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import { mailOutbox } from "@/db/schema";
import { wireTimestamp } from "@/shared/format";

/** What was mailed to an address within the month, as JSON for its owner's export: without texts, which hold links in. */
export async function mailsExport(ctx: Ctx, email: string) {
  const rows = await ctx.db
    .select({
      template: mailOutbox.template,
      recipient: mailOutbox.recipient,
      subject: mailOutbox.subject,
      state: mailOutbox.state,
      createdTs: mailOutbox.createdTs,
      sentTs: mailOutbox.sentTs,
    })
    .from(mailOutbox)
    .where(eq(mailOutbox.recipient, email))
    .orderBy(asc(mailOutbox.createdTs));
  return rows.map(({ createdTs, sentTs, ...mail }) => ({
    ...mail,
    created_ts: wireTimestamp(createdTs),
    sent_ts: sentTs === null ? null : wireTimestamp(sentTs),
  }));
}
