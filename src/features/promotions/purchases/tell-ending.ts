import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { previousChanged } from "@/db/guard";
import { promotions } from "@/db/schema";
import { queueMail } from "@/features/mail";
import { DAY_MS } from "@/shared/dates";
import { formatDateTime } from "@/shared/format";
import { paths } from "@/shared/paths";
import { claimNotice, listEndingPromotions } from "./promotions-ending";

const BEFORE_MS = 2 * DAY_MS;
/**
 * In one run: with its mail each is two of the 1,000 statements that a Worker may send. The job runs every five minutes,
 * so 28,800 leave in a day.
 */
const AT_ONCE = 100;
/** Statements of one batch. */
const BATCH = 50;

/** A promotion that is not much longer than the notice period gets no notice of its end. */
const lastsLonger = sql`${promotions.endsTs} - ${promotions.startsTs} > ${BEFORE_MS}`;

/** A promotion that the next order continues has no visible end. */
const goesOn = sql`exists (
    select 1 from promotions next where next.listing_id = ${promotions.listingId}
      and next.placement = ${promotions.placement} and next.revoked_ts is null
      and next.starts_ts >= ${promotions.startsTs} and next.ends_ts > ${promotions.endsTs}
  )`;

/** Tells buyers, once, that a promotion ends within two days and nothing follows it. Returns how many were told. */
export async function sendEndingNotices(ctx: Ctx): Promise<number> {
  const due = await listEndingPromotions(ctx, "ending", {
    after: ctx.now,
    until: ctx.now + BEFORE_MS,
    limit: AT_ONCE,
    which: sql`${lastsLonger} and not ${goesOn}`,
  });
  const statements = due.flatMap((one) => {
    const { email, locale } = one.buyer;
    return [
      claimNotice(ctx, "ending", one),
      queueMail(
        ctx,
        {
          template: "promotion_ending",
          to: email,
          locale,
          params: {
            title: one.title,
            item: ctx.translator(locale).count(`promotions.item.${one.placement}`, one.days),
            ends: formatDateTime(one.promotion.endsTs, locale),
          },
          actionPath: paths.promoteListing(one.listingId),
        },
        previousChanged,
      ),
    ];
  });
  for (let n = 0; n < statements.length; n += BATCH) await ctx.commit(statements.slice(n, n + BATCH));
  return due.length;
}
