import { and, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { paginateByTime } from "@/db/paginate-by-time";
import { mailOutbox, orders, refunds } from "@/db/schema";
import { reviewQueueQuery } from "@/features/listings";
import { isFailedOrLateMailSql, isLinkExpired } from "@/features/mail";
import { isUnseenAlertSql, unseenEventsIndex } from "@/features/promotions";

/** Counts of the admins' open tasks; each count reads an index. */
export async function countOpenTasks(ctx: Ctx) {
  requireAdmin(ctx);
  return ctx.db.get<{
    pending: number;
    oldest: number | null;
    published: number;
    mails: number;
    payments: number;
    disputes: number;
    refunds: number;
    promotions: number;
  }>(sql`select
    waiting.pending, waiting.oldest,
    coalesce((select listings from search_counts where scope = '*:*'), 0) as published,
    (select count(*) from ${mailOutbox} where ${isFailedOrLateMailSql(ctx.now)}) as mails,
    (select count(*) from ${unseenEventsIndex} where ${isUnseenAlertSql}) as payments,
    (select count(*) from ${orders} where state = 'disputed') as disputes,
    (select count(*) from ${refunds} where state = 'pending') as refunds,
    (select count(distinct promotion_id) from promotion_placements
      where starts_ts <= ${ctx.now} and ends_ts > ${ctx.now}) as promotions
    from (select count(*) as pending, min(submitted_ts) as oldest from (${reviewQueueQuery})) waiting`);
}

const PAGE = 20;

/**
 * Mail that failed or is late, newest first. `after` is the `next` of the previous page; an invalid value means the
 * first page. The query reads undelivered mail only.
 */
export async function listUndeliveredMails(ctx: Ctx, after: string | undefined) {
  requireAdmin(ctx);
  const { id, template, recipient, subject, createdTs } = mailOutbox;
  const { attempts, nextAttemptTs, state, lastError, linkExpiresTs } = mailOutbox;
  const page = paginateByTime({ ts: createdTs, id, size: PAGE }, { after });
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
    .where(and(isFailedOrLateMailSql(ctx.now), page.within))
    .orderBy(...page.orderBy)
    .limit(page.limit);
  const { rows, next } = page.toPage(found, (mail) => ({ ts: mail.createdTs, id: mail.id }));
  return { mails: rows.map((mail) => ({ ...mail, isLinkExpired: isLinkExpired(mail, ctx.now) })), next };
}

export type UndeliveredMails = Awaited<ReturnType<typeof listUndeliveredMails>>;
