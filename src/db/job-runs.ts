import { CRON_MINUTES, JOB_CRONS, JOB_NAMES, type JobName, toNextRunTs } from "@/shared/job-crons";
import type { Db } from "./client";
import { jobRuns } from "./schema";

/** How long (minutes) a run may be overdue at most before its job is late; jobs that run often have two more periods. */
const MAX_GRACE_MINUTES = 120;

const toLateAfterMs = (minutesBetweenRuns: number): number =>
  (minutesBetweenRuns + Math.min(2 * minutesBetweenRuns, MAX_GRACE_MINUTES)) * 60_000;

/** Records that a run of a job ended at `ts` (ms). */
export async function recordJobRun(
  db: Db,
  { name, succeeded, ts }: { name: JobName; succeeded: boolean; ts: number },
): Promise<void> {
  const set = succeeded ? { lastSuccessTs: ts } : { lastErrorTs: ts };
  await db
    .insert(jobRuns)
    .values({ name, ...set })
    .onConflictDoUpdate({ target: jobRuns.name, set });
}

/** The last run of a job. Times in ms. `never`: it has not ended a run yet. `failed`: its last run failed. */
export type JobRun = {
  name: JobName;
  lastSuccessTs: number | null;
  lastErrorTs: number | null;
  minutesBetweenRuns: number;
  nextRunTs: number;
  state: "never" | "late" | "failed" | "ok";
  /** Whether it is late or has failed. */
  isFailing: boolean;
};

/**
 * All scheduled jobs with their last runs. `deployedTs`: since when (ms) the deployed version runs; a job that has not
 * ended a run since then is late too.
 */
export async function listJobRuns({
  db,
  now,
  deployedTs = Number.POSITIVE_INFINITY,
}: {
  db: Db;
  now: number;
  deployedTs?: number;
}): Promise<JobRun[]> {
  const rows = await db.select().from(jobRuns);
  return JOB_NAMES.map((name) => {
    const { lastSuccessTs = null, lastErrorTs = null } = rows.find((row) => row.name === name) ?? {};
    const minutesBetweenRuns = CRON_MINUTES[JOB_CRONS[name]];
    const hasRun = lastSuccessTs !== null || lastErrorTs !== null;
    const sinceTs = lastSuccessTs ?? (hasRun ? 0 : deployedTs);
    const isLate = now > sinceTs + toLateAfterMs(minutesBetweenRuns);
    const hasFailed = (lastErrorTs ?? 0) > (lastSuccessTs ?? 0);
    const state = isLate ? "late" : !hasRun ? "never" : hasFailed ? "failed" : "ok";
    const nextRunTs = toNextRunTs(JOB_CRONS[name], now);
    return {
      name,
      lastSuccessTs,
      lastErrorTs,
      minutesBetweenRuns,
      nextRunTs,
      state,
      isFailing: isLate || hasFailed,
    };
  });
}
