import { and, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { isSetAsideSql } from "@/db/is-set-aside-sql";
import { paginateByTime } from "@/db/paginate-by-time";
import { mailOutbox, orders, refunds, twoStep } from "@/db/schema";
import {
  classifyMailError,
  hasContentSql,
  isFailedOrLateMailSql,
  isLateMailSql,
  isLinkExpired,
} from "@/features/mail";
import { pendingListingsSql } from "@/features/moderation";

/** Listings and new texts that wait for a decision, as rows of `ts`. */
export const openListingsSql = (ctx: Ctx): SQL =>
  sql`select ts from (${pendingListingsSql(ctx)}) waiting
    where not ${isSetAsideSql(ctx.now, "listings_pending", sql`waiting.id`, sql`waiting.ts`)}`;

/** Counts of the admins' open tasks that the follow-up list does not count; each count reads an index. */
export async function countOpenTasks(ctx: Ctx) {
  const { id } = requireAdmin(ctx);
  return ctx.db.get<{
    /** Whether the admin has no two-step sign-in. */
    lacksTwoStep: number;
    pending: number;
    oldest: number | null;
    published: number;
    lateMails: number;
    disputes: number;
    refunds: number;
    promotions: number;
  }>(sql`select
    not exists (select 1 from ${twoStep} where user_id = ${id}) as "lacksTwoStep",
    waiting.pending, waiting.oldest,
    coalesce((select listings from listing_counts where subject = '' and county = ''), 0) as published,
    (select count(*) from ${mailOutbox} where ${isLateMailSql(ctx.now)}) as lateMails,
    (select count(*) from ${orders} where state = 'disputed') as disputes,
    (select count(*) from ${refunds} where state = 'pending') as refunds,
    (select count(distinct promotion_id) from promotion_placements
      where starts_ts <= ${ctx.now} and ends_ts > ${ctx.now}) as promotions
    from (select count(*) as pending, min(ts) as oldest from (${openListingsSql(ctx)})) waiting`);
}

const PAGE = 20;

/**
 * Mail that failed or is late, newest first. `after` is the `next` of the previous page; an invalid value means the
 * first page. The query reads undelivered mail only.
 */
export async function listUndeliveredMails(ctx: Ctx, after: string | undefined) {
  requireAdmin(ctx);
  const { id, recipient, subject, createdTs } = mailOutbox;
  const { attempts, nextAttemptTs, state, lastError, linkExpiresTs } = mailOutbox;
  const page = paginateByTime({ ts: createdTs, id, size: PAGE }, { after });
  const found = await ctx.db
    .select({
      id,
      recipient,
      subject,
      createdTs,
      attempts,
      nextAttemptTs,
      state,
      lastError,
      linkExpiresTs,
      hasContent: sql`${hasContentSql}`.mapWith(Boolean),
      isSetAside: isSetAsideSql(
        ctx.now,
        "mail_undelivered",
        sql`mail_outbox.id`,
        sql`mail_outbox.next_attempt_ts`,
      ),
    })
    .from(mailOutbox)
    .where(and(isFailedOrLateMailSql(ctx.now), page.within))
    .orderBy(...page.orderBy)
    .limit(page.limit);
  const { rows, next } = page.toPage(found, (mail) => ({ ts: mail.createdTs, id: mail.id }));
  return {
    mails: rows.map((mail) => ({
      ...mail,
      problem: mail.lastError ? classifyMailError(mail.lastError) : null,
      isLinkExpired: isLinkExpired(mail, ctx.now),
    })),
    next,
  };
}

export type UndeliveredMails = Awaited<ReturnType<typeof listUndeliveredMails>>;
