import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { paginateByTime } from "@/db/paginate-by-time";
import { reconciliations } from "@/db/schema";
import { PAGE } from "./page-size";

/** What the reconciliations mended or could not mend, the newest first. `after` is the `next` of an answer. */
export async function findReconciliations(ctx: Ctx, after: string | undefined) {
  requireAdmin(ctx);
  const page = paginateByTime({ ts: reconciliations.ts, id: reconciliations.id, size: PAGE }, { after });
  const found = await ctx.db
    .select()
    .from(reconciliations)
    .where(page.within)
    .orderBy(...page.orderBy)
    .limit(page.limit);
  const { rows, next } = page.cut(found, ({ ts, id }) => ({ ts, id }));
  return { runs: rows, next };
}

export type FoundReconciliations = Awaited<ReturnType<typeof findReconciliations>>;
