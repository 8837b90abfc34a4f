import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditEvent, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { auditLog, listings, orders, promotions, users } from "@/db/schema";

/** Mails that a buyer gets once for each end of a promotion; a changed end counts as another one. */
type Told = "ending" | "ended";

/** Id of the audit event for the notice. The process that inserts it first sends the notice. */
const noticeId = (told: Told): SQL => sql`${promotions.id} || ${`.${told}.`} || ${promotions.endsTs}`;

/**
 * Promotions that end after `after` and no later than `until` (ms), were not stopped, and whose buyer was not told yet;
 * the earliest end first. Times in ms, money in bani.
 */
export const listEndingPromotions = (
  ctx: Ctx,
  told: Told,
  { after, until, limit, ...more }: { after: number; until: number; limit: number; which?: SQL },
) =>
  ctx.db
    .select({
      id: orders.id,
      placement: orders.placement,
      days: orders.days,
      amount: orders.amount,
      refundedAmount: orders.refundedAmount,
      listingId: listings.id,
      listingNum: listings.num,
      title: listings.title,
      promotion: {
        startsTs: promotions.startsTs,
        endsTs: promotions.endsTs,
        revokedTs: promotions.revokedTs,
      },
      buyer: { id: users.id, email: users.email, locale: users.locale },
    })
    .from(promotions)
    .innerJoin(orders, eq(orders.id, promotions.orderId))
    .innerJoin(users, eq(users.id, orders.buyerId))
    .innerJoin(listings, eq(listings.id, promotions.listingId))
    .where(
      and(
        sql`${promotions.endsTs} > ${after} and ${promotions.endsTs} <= ${until}`,
        isNull(promotions.revokedTs),
        isNull(users.disabledTs),
        // Deleted listings, which soon have no title, are not announced.
        sql`${listings.state} <> 'deleted'`,
        sql`not exists (select 1 from ${auditLog} where ${auditLog.id} = ${noticeId(told)})`,
        more.which,
      ),
    )
    .orderBy(asc(promotions.endsTs))
    .limit(limit);

export type EndingPromotion = Awaited<ReturnType<typeof listEndingPromotions>>[number];

/**
 * The statement that claims the mail about a promotion's end, if that end is still true. The mail is next in the batch,
 * guarded by `previousChanged`.
 */
export const claimNotice = (ctx: Ctx, told: Told, { id, promotion }: EndingPromotion): Statement =>
  auditEvent(
    ctx,
    {
      id: noticeId(told),
      action: `promotion.${told}`,
      subject: auditSubject("order", id),
      actorId: null,
    },
    sql`${promotions.orderId} = ${id} and ${promotions.endsTs} = ${promotion.endsTs} and ${promotions.revokedTs} is null`,
    promotions,
  ).onConflictDoNothing();
