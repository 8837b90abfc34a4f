import { atPresent, type Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { previousChanged } from "@/db/guard";
import { queueMail } from "@/features/mail";
import { DAY_MS } from "@/shared/dates";
import { formatDateTime, formatDays, formatLei } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { getCount, listPromotionPerformance, type PromotionPerformance } from "./promotion-performance";
import { claimNotice, type EndingPromotion, listEndingPromotions } from "./promotions-ending";

/** Promotions that ended longer ago than this (ms) are not announced any more. */
const TOO_LATE_MS = 3 * DAY_MS;
/**
 * In one run: with its numbers and its mail each is four of the 1,000 statements that a Worker may send. The job runs
 * every five minutes, so 28,800 leave in a day.
 */
const AT_ONCE = 100;

/** Mails buyers once that a promotion has ended, with its performance. Returns the number of mails. */
export async function sendEndedNotices(ctx: Ctx): Promise<number> {
  const due = await listEndingPromotions(ctx, "ended", {
    after: ctx.now - TOO_LATE_MS,
    until: ctx.now,
    limit: AT_ONCE,
  });
  for (const one of due) {
    const present = atPresent(ctx);
    const performance = (await listPromotionPerformance(present, one.buyer.id, [one])).get(one.id);
    await present.commit([claimNotice(present, "ended", one), endedMail(present, one, performance)]);
  }
  return due.length;
}

function endedMail(ctx: Ctx, one: EndingPromotion, performance: PromotionPerformance | undefined): Statement {
  const { email, locale } = one.buyer;
  const t = ctx.translator(locale);
  return queueMail(
    ctx,
    {
      template: "promotion_ended",
      to: email,
      locale,
      params: {
        title: one.title,
        starts: formatDateTime(one.promotion.startsTs, locale),
        ends: formatDateTime(one.promotion.endsTs, locale),
      },
      ...(performance ? { tables: [performanceTable(t, performance)] } : {}),
      actionPath: paths.ownOrder(one.id),
    },
    previousChanged,
  );
}

function performanceTable(t: Translator, performance: PromotionPerformance) {
  const { period, before, counts, countsBefore, perEnquiry } = performance;
  const days = ({ from, to }: PromotionPerformance["period"]) => formatDays(from, to, t.locale);
  const compared = (kind: "view" | "enquiry") => ({
    term: t(`purchases.performance.${kind}`),
    details: t("purchases.performance.against", {
      now: t.number(getCount(counts, kind)),
      before: t.number(getCount(countsBefore, kind)),
    }),
  });
  return {
    title: t("purchases.performance.title"),
    rows: [
      {
        term: t("purchases.performance.promoted"),
        details: t.number(getCount(counts, "promoted_impression")),
      },
      compared("view"),
      compared("enquiry"),
      ...(perEnquiry === null
        ? []
        : [{ term: t("purchases.performance.cost"), details: formatLei(perEnquiry, t.locale) }]),
      {
        term: t("purchases.performance.counted"),
        details: t("purchases.performance.days", { period: days(period), before: days(before) }),
      },
    ],
  };
}
