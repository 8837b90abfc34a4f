import { isNull, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { hasAfterCommitHook } from "@/db/after-commit";
import { restores } from "@/db/schema";
import { HOUR_MS } from "@/shared/dates";
import type { JobName } from "@/shared/job-crons";

/** How long jobs catch up after a restore: what was due before its end was mostly mailed from the lost database. */
const CATCH_UP_MS = HOUR_MS;

/** These send what other causes queued, or tell about the present. */
const AT_CURRENT_TIME: ReadonlySet<JobName> = new Set([
  "deliver-mail",
  "deliver-pushes",
  "check-health",
  "backup",
]);

/**
 * When (ms) the maintenance of a restore ended, while the jobs of the restored database catch up with what the lost one had
 * done; otherwise null. Maintenance ends with the first run of jobs.
 */
export async function findCatchUpTs({ db, now }: Ctx): Promise<number | null> {
  const [restore] = await db.select().from(restores);
  if (!restore) return null;
  if (restore.resumedTs === null)
    await db.update(restores).set({ resumedTs: now }).where(isNull(restores.resumedTs));
  const resumedTs = restore.resumedTs ?? now;
  return now < resumedTs + CATCH_UP_MS ? resumedTs : null;
}

/**
 * The context of a job that catches up: it finds what was due at the end of maintenance, and its batches queue no mail and
 * no push messages. What becomes due afterwards waits for the end of the hour. Other statements keep their places.
 */
export const toCatchUpContext = (job: JobName, ctx: Ctx, resumedTs: number): Ctx =>
  AT_CURRENT_TIME.has(job)
    ? ctx
    : {
        ...ctx,
        now: resumedTs,
        commit: (statements) =>
          ctx.commit(
            statements.map((statement) =>
              hasAfterCommitHook("wake-outbox", statement) ? ctx.db.run(sql`select 1 where 0`) : statement,
            ),
          ),
      };
