import { asc } from "drizzle-orm";
import type { Ctx, Visitor } from "@/context";
import { mailOutbox } from "@/db/schema";
import { serializeTimestamp } from "@/shared/format";
import { mailsOf } from "./erase";

/** A user's mails of the last month, as JSON for their export, without texts, because these contain sign-in links. */
export async function exportMails(ctx: Ctx, user: Pick<Visitor, "id" | "email">) {
  const rows = await ctx.db
    .select({
      template: mailOutbox.template,
      recipient: mailOutbox.recipient,
      subject: mailOutbox.subject,
      about: mailOutbox.about,
      state: mailOutbox.state,
      createdTs: mailOutbox.createdTs,
      sentTs: mailOutbox.sentTs,
    })
    .from(mailOutbox)
    .where(mailsOf(user))
    .orderBy(asc(mailOutbox.createdTs));
  return rows.map(({ createdTs, sentTs, ...mail }) => ({
    ...mail,
    created_ts: serializeTimestamp(createdTs),
    sent_ts: sentTs === null ? null : serializeTimestamp(sentTs),
  }));
}
