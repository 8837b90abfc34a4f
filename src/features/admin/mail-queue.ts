import { and, desc, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { mailOutbox } from "@/db/schema";
import { linkIsOver, undelivered } from "@/features/mail";
import { ID_PATTERN } from "@/shared/ids";

const PAGE = 20;

/**
 * Mail that was given up or is late, the newest first. `after` is the `next` of an answer; a bad one means the first
 * page. What it reads grows with the undelivered mail, not with what was sent.
 */
export async function findUndelivered(ctx: Ctx, after: string | undefined) {
  requireAdmin(ctx);
  const {
    id,
    template,
    recipient,
    subject,
    createdTs,
    attempts,
    nextAttemptTs,
    state,
    lastError,
    linkEndsTs,
  } = mailOutbox;
  const rows = await ctx.db
    .select({
      id,
      template,
      recipient,
      subject,
      createdTs,
      attempts,
      nextAttemptTs,
      state,
      lastError,
      linkEndsTs,
    })
    .from(mailOutbox)
    .where(and(undelivered(ctx.now), behind(after)))
    .orderBy(desc(createdTs), desc(id))
    .limit(PAGE + 1);
  const mails = rows.slice(0, PAGE).map((mail) => ({ ...mail, linkIsOver: linkIsOver(mail, ctx.now) }));
  const last = mails.at(-1);
  return { mails, next: rows.length > PAGE && last ? `${last.createdTs}-${last.id}` : null };
}

export type Undelivered = Awaited<ReturnType<typeof findUndelivered>>;

function behind(after: string | undefined): SQL | undefined {
  const [, ts, id] = after?.match(/^(\d{1,15})-([0-9a-z]+)$/) ?? [];
  if (!ts || !id || !ID_PATTERN.test(id)) return undefined;
  return sql`(${mailOutbox.createdTs}, ${mailOutbox.id}) < (${Number(ts)}, ${id})`;
}
