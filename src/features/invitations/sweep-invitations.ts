import { and, eq, inArray, lte, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { runInBatches } from "@/db/run-in-batches";
import { invitations } from "@/db/schema";
import { closeInvitationsStatements } from "./close-invitations";

const BATCHES = { size: 200, maxBatches: 10 };

/** Ends invitations that were not answered within 30 days. As after a refusal, their addresses are not invited again. */
export async function sweepInvitations(ctx: Ctx): Promise<void> {
  await runInBatches(BATCHES, async (size) => {
    const due = await ctx.db
      .select({ id: invitations.id })
      .from(invitations)
      .where(and(eq(invitations.state, "invited"), lte(invitations.expiresTs, ctx.now)))
      .limit(size);
    if (due.length === 0) return 0;
    const ids = JSON.stringify(due.map(({ id }) => id));
    const isDueSql = inArray(invitations.id, sql`(select value from json_each(${ids}))`);
    await ctx.commit(closeInvitationsStatements(ctx, isDueSql, "expired"));
    return due.length;
  });
}
