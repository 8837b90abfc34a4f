import { and, isNotNull, lt, or } from "drizzle-orm";
import type { Ctx } from "@/context";
import { alerts } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { type Alert, isSameAlertSql } from "../queries";

/** Columns of an alert whose recipient uses it, so that it does not end. */
export const openedColumns = ({ now }: Ctx) => ({ openedTs: now, keepAskedTs: null });

/** Records that a link of an alert's mails was opened; at most once a day, unless a mail asked for it. */
export async function recordOpening(ctx: Ctx, alert: Alert): Promise<void> {
  if (ctx.config.MAINTENANCE) return;
  await ctx.db
    .update(alerts)
    .set(openedColumns(ctx))
    .where(
      and(
        isSameAlertSql(alert),
        isNotNull(alerts.confirmedTs),
        or(lt(alerts.openedTs, ctx.now - DAY_MS), isNotNull(alerts.keepAskedTs)),
      ),
    );
}
