import type { Ctx } from "@/context";
import type { DetailsTable } from "@/features/mail";
import { selectSuspendableCounts } from "@/features/moderation";
import type { DecisionOrigin, ReportReason } from "@/shared/codes";
import type { AccountStatus } from "./find-user-details";

/**
 * The statement of reasons for a user whose account an admin disables (Regulation (EU) 2022/2065, art. 17 (3)), with what
 * becomes of paid promotions.
 */
export async function composeDisablingStatement(
  ctx: Ctx,
  { id, locale }: AccountStatus,
  { reason, category, origin }: { reason: string; category: ReportReason; origin: DecisionOrigin },
): Promise<DetailsTable> {
  const t = ctx.translator(locale);
  const [{ promotions } = { promotions: 0 }] = await selectSuspendableCounts(ctx, id);
  const rows = {
    restricted: t("moderation.conversations.measures.disabled"),
    facts: [t(`moderation.reports.reasons.${category}`), reason].filter(Boolean).join(". "),
    rule: t(`moderation.statement.rules.${category === "illegal" ? "illegal" : "other"}`),
    found: t(`moderation.statement.origins.${origin}`),
    ...(promotions > 0 ? { promotions: t("users.disable.paidDays") } : {}),
    redress: t("moderation.conversations.redress"),
  };
  return {
    title: t("moderation.statement.title"),
    rows: Object.entries(rows).map(([name, details]) => ({
      term: t(`moderation.statement.terms.${name}`),
      details,
    })),
  };
}
