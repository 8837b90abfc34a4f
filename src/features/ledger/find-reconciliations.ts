import { desc } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { reconciliations } from "@/db/schema";
import { writeTimeCursor } from "@/shared/time-cursor";
import { olderThan, PAGE, pageOf } from "./cursor";

/** What the reconciliations mended or could not mend, the newest first. `after` is the `next` of an answer. */
export async function findReconciliations(ctx: Ctx, after: string | undefined) {
  requireAdmin(ctx);
  const rows = await ctx.db
    .select()
    .from(reconciliations)
    .where(olderThan(after, reconciliations.ts, reconciliations.id))
    .orderBy(desc(reconciliations.ts), desc(reconciliations.id))
    .limit(PAGE + 1);
  const { page, next } = pageOf(rows, writeTimeCursor);
  return { runs: page, next };
}

export type FoundReconciliations = Awaited<ReturnType<typeof findReconciliations>>;
