import { isNull, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { hasAfterCommitHook } from "@/db/after-commit";
import { restores } from "@/db/schema";
import { HOUR_MS } from "@/shared/dates";

/** How long jobs mail nothing after a restore: what becomes due in it was mostly mailed before the restore. */
const QUIET_MS = HOUR_MS;

/**
 * Whether the jobs of a restored database catch up with what the lost one had done already. The hour begins with their
 * first run.
 */
export async function isCatchingUp({ db, now }: Pick<Ctx, "db" | "now">): Promise<boolean> {
  const [restore] = await db.select().from(restores);
  if (!restore) return false;
  if (restore.resumedTs === null)
    await db.update(restores).set({ resumedTs: now }).where(isNull(restores.resumedTs));
  return now < (restore.resumedTs ?? now) + QUIET_MS;
}

/** The same context, whose batches queue no mail and no push messages. Other statements keep their places. */
export const withoutOutbox = (ctx: Ctx): Ctx => ({
  ...ctx,
  commit: (statements) =>
    ctx.commit(
      statements.map((statement) =>
        hasAfterCommitHook("wake-outbox", statement) ? ctx.db.run(sql`select 1 where 0`) : statement,
      ),
    ),
});
