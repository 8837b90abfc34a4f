import { and } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { mailOutbox } from "@/db/schema";
import { timePage } from "@/db/time-page";
import { isLinkExpired, isUndelivered } from "@/features/mail";

const PAGE = 20;

/**
 * Mail that failed or is late, the newest first. `after` is the `next` of an answer; an invalid value means the first
 * page. The query reads undelivered mail only.
 */
export async function findUndelivered(ctx: Ctx, after: string | undefined) {
  requireAdmin(ctx);
  const { id, template, recipient, subject, createdTs } = mailOutbox;
  const { attempts, nextAttemptTs, state, lastError, linkExpiresTs } = mailOutbox;
  const page = timePage({ ts: createdTs, id, size: PAGE }, { after });
  const found = await ctx.db
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
      linkExpiresTs,
    })
    .from(mailOutbox)
    .where(and(isUndelivered(ctx.now), page.within))
    .orderBy(...page.orderBy)
    .limit(page.limit);
  const { rows, next } = page.cut(found, (mail) => ({ ts: mail.createdTs, id: mail.id }));
  return { mails: rows.map((mail) => ({ ...mail, isLinkExpired: isLinkExpired(mail, ctx.now) })), next };
}

export type Undelivered = Awaited<ReturnType<typeof findUndelivered>>;
