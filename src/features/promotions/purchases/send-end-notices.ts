import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type Ctx, withCurrentTime } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { previousChanged } from "@/db/guard";
import { listings, orders, promotions, users } from "@/db/schema";
import { queueMailStatement } from "@/features/mail";
import { DAY_MS } from "@/shared/dates";
import { getEventCount } from "@/shared/event-counts";
import { formatDateTime, formatDays, formatLei } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { listPromotionPerformance, type PromotionPerformance } from "./promotion-performance";

/** A promotion that ends within this time (ms) is announced to its buyer. */
const NOTICE_PERIOD_MS = 2 * DAY_MS;
/**
 * Notices per run and kind. An ended promotion takes four statements, and a Worker may send 1,000. The job runs every
 * five minutes, so 28,800 notices can be sent per day.
 */
const MAX_PER_RUN = 100;
const NOTICES_PER_BATCH = 25;

/** Shorter promotions get no notice before their end. */
const isLongerThanNoticeSql = sql`${promotions.endsTs} - ${promotions.startsTs} > ${NOTICE_PERIOD_MS}`;

/** If the next promotion of the queue follows, the end is not announced. */
const isFollowedSql = sql`exists (
    select 1 from promotions next where next.listing_id = ${promotions.listingId}
      and next.placement = ${promotions.placement} and next.stopped_ts is null
      and next.starts_ts >= ${promotions.startsTs} and next.ends_ts > ${promotions.endsTs}
  )`;

/**
 * Job: mails buyers once that a promotion ends within two days, and how to extend it. Returns the number of promotions.
 */
export async function sendEndingNotices(ctx: Ctx): Promise<number> {
  const due = await listEndingPromotions(ctx, "ending", {
    after: ctx.now,
    until: ctx.now + NOTICE_PERIOD_MS,
    condition: sql`${isLongerThanNoticeSql} and not ${isFollowedSql}`,
  });
  for (let start = 0; start < due.length; start += NOTICES_PER_BATCH)
    await ctx.commit(
      due
        .slice(start, start + NOTICES_PER_BATCH)
        .flatMap((promotion) => endingNoticeStatements(ctx, promotion)),
    );
  return due.length;
}

function endingNoticeStatements(ctx: Ctx, order: EndingPromotion): Statement[] {
  const { email, locale } = order.buyer;
  return [
    claimNoticeStatement(ctx, "ending", order),
    queueMailStatement(
      ctx,
      {
        template: "promotion_ending",
        about: auditSubject("order", order.id),
        to: email,
        locale,
        params: {
          title: order.title,
          item: ctx.translator(locale).count(`promotions.item.${order.placement}`, order.days),
          ends: formatDateTime(order.promotion.endsTs, locale),
        },
        actionPath: paths.promoteListing(order.listingId),
      },
      previousChanged,
    ),
  ];
}

/** Promotions that ended longer ago than this (ms) get no notice. */
const ENDED_NOTICE_MS = 3 * DAY_MS;

/** Job: mails buyers once that a promotion has ended, with its performance. Returns the number of mails. */
export async function sendEndedNotices(ctx: Ctx): Promise<number> {
  const due = await listEndingPromotions(ctx, "ended", {
    after: ctx.now - ENDED_NOTICE_MS,
    until: ctx.now,
  });
  for (const promotion of due) {
    const currentCtx = withCurrentTime(ctx);
    const performance = (await listPromotionPerformance(currentCtx, promotion.buyer.id, [promotion])).get(
      promotion.id,
    );
    await currentCtx.commit([
      claimNoticeStatement(currentCtx, "ended", promotion),
      queueEndedMailStatement(currentCtx, promotion, performance),
    ]);
  }
  return due.length;
}

function queueEndedMailStatement(
  ctx: Ctx,
  order: EndingPromotion,
  performance: PromotionPerformance | undefined,
): Statement {
  const { email, locale } = order.buyer;
  const t = ctx.translator(locale);
  return queueMailStatement(
    ctx,
    {
      template: "promotion_ended",
      about: auditSubject("order", order.id),
      to: email,
      locale,
      params: {
        title: order.title,
        starts: formatDateTime(order.promotion.startsTs, locale),
        ends: formatDateTime(order.promotion.endsTs, locale),
      },
      ...(performance ? { tables: [performanceTable(t, performance)] } : {}),
      actionPath: paths.ownOrder(order.id),
    },
    previousChanged,
  );
}

function performanceTable(t: Translator, performance: PromotionPerformance) {
  const { period, before, counts, countsBefore, costPerEnquiry } = performance;
  const days = ({ from, to }: PromotionPerformance["period"]) => formatDays(from, to, t.locale);
  const compared = (kind: "view" | "enquiry") => ({
    term: t(`promotions.purchases.performance.${kind}`),
    details: t("promotions.purchases.performance.comparison", {
      now: t.number(getEventCount(counts, kind)),
      before: t.number(getEventCount(countsBefore, kind)),
    }),
  });
  return {
    title: t("promotions.purchases.performance.title"),
    rows: [
      {
        term: t("promotions.purchases.performance.promoted"),
        details: t.number(getEventCount(counts, "promoted_impression")),
      },
      compared("view"),
      compared("enquiry"),
      ...(costPerEnquiry === null
        ? []
        : [
            {
              term: t("promotions.purchases.performance.cost"),
              details: formatLei(costPerEnquiry, t.locale),
            },
          ]),
      {
        term: t("promotions.purchases.performance.period"),
        details: t("promotions.purchases.performance.days", { period: days(period), before: days(before) }),
      },
    ],
  };
}

/** The column that holds the end of which the buyer got the notice. If the end changes, the notice is sent again. */
const NOTICE_COLUMNS = { ending: "endingNoticeEndsTs", ended: "endedNoticeEndsTs" } as const;
type NoticeKind = keyof typeof NOTICE_COLUMNS;

const isUntoldSql = (kind: NoticeKind): SQL =>
  sql`${promotions[NOTICE_COLUMNS[kind]]} is not ${promotions.endsTs}`;

/**
 * Promotions that end after `after` and no later than `until`, were not stopped, and whose notice was not sent yet; the
 * earliest end first. Times in ms, money in bani.
 */
const listEndingPromotions = (
  ctx: Ctx,
  kind: NoticeKind,
  { after, until, condition }: { after: number; until: number; condition?: SQL },
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
        stoppedTs: promotions.stoppedTs,
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
        isNull(promotions.stoppedTs),
        isNull(users.disabledTs),
        // A deleted listing loses its title, so its promotions get no notice.
        sql`${listings.state} <> 'deleted'`,
        isUntoldSql(kind),
        condition,
      ),
    )
    .orderBy(asc(promotions.endsTs))
    .limit(MAX_PER_RUN);

type EndingPromotion = Awaited<ReturnType<typeof listEndingPromotions>>[number];

/**
 * The statement that claims a notice, if the promotion's end has not changed. The mail follows in the batch, guarded by
 * `previousChanged`.
 */
const claimNoticeStatement = ({ db }: Ctx, kind: NoticeKind, { id, promotion }: EndingPromotion): Statement =>
  db
    .update(promotions)
    .set({ [NOTICE_COLUMNS[kind]]: promotion.endsTs })
    .where(
      and(
        eq(promotions.orderId, id),
        eq(promotions.endsTs, promotion.endsTs),
        isNull(promotions.stoppedTs),
        isUntoldSql(kind),
      ),
    );
