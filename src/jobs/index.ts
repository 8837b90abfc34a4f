import type { Ctx } from "@/context";
import { recordJobRun } from "@/db/job-runs";
import type { Bindings, MailWakeUp } from "@/env";
import { deliverMail, recordMailEvents } from "@/features/mail";
import { deliverPushes } from "@/features/notifications";
import { type Clock, createAppContext, createSharedServices, type SharedServices } from "@/http/app-context";
import { UNPREFIXED_LOCALE } from "@/shared/i18n/locales";
import { newId } from "@/shared/ids";
import { findCatchUpTs, toCatchUpContext } from "./after-restore";
import { ALL_DELIVERY_CONDITIONS } from "./delivery-conditions";
import { MAIL_COMPOSERS } from "./mail-composers";
import { SCHEDULE } from "./schedule";

type Execution = Pick<ExecutionContext, "waitUntil">;

const createJobContext = (
  bindings: Bindings,
  execution: Execution,
  shared: SharedServices,
  clock: Clock,
): Ctx =>
  createAppContext({
    bindings,
    execution,
    shared,
    clock,
    locale: UNPREFIXED_LOCALE,
    requestId: newId(),
    address: "job",
  });

/** Whether jobs, mail and push messages wait until maintenance ends. */
function isPaused(...job: Parameters<typeof createJobContext>): boolean {
  const { config, log } = createJobContext(...job);
  if (config.MAINTENANCE) log.info("paused_for_maintenance");
  return config.MAINTENANCE;
}

/**
 * Runs all jobs of a cron expression, or one job by its name. A failing job does not stop the others. Each job gets
 * its own context, because its `now` must not be that of the jobs before it. During maintenance nothing runs.
 * @throws Error after all jobs if one failed, and for an unknown name.
 */
export async function runSchedule(
  cron: string,
  bindings: Bindings,
  execution: Execution,
  shared = createSharedServices(),
  clock: Clock = Date.now,
): Promise<void> {
  const jobs = SCHEDULE.filter((job) => job.cron === cron || job.name === cron);
  if (jobs.length === 0) throw new Error(`No job or cron "${cron}"`);
  if (isPaused(bindings, execution, shared, clock)) return;
  const failed: string[] = [];
  // Without the database, each job reports its failure.
  const resumedTs = await findCatchUpTs(createJobContext(bindings, execution, shared, clock)).catch(
    () => null,
  );
  for (const job of jobs) {
    const jobCtx = createJobContext(bindings, execution, shared, clock);
    const ctx = resumedTs === null ? jobCtx : toCatchUpContext(job.name, jobCtx, resumedTs);
    let succeeded = true;
    try {
      await job.run(ctx, bindings);
      ctx.log.info("job", { job: job.name });
    } catch (error) {
      ctx.log.error("job_failed", error, { job: job.name });
      failed.push(job.name);
      succeeded = false;
    }
    try {
      await recordJobRun(ctx.db, { name: job.name, succeeded, ts: clock() });
    } catch (error) {
      // The database may be the cause of the failure. The next jobs run nevertheless.
      ctx.log.error("job_run_not_recorded", error, { job: job.name });
    }
  }
  if (failed.length > 0) throw new Error(`Failed: ${failed.join(", ")}`);
}

/**
 * Handles the mail queue: a message signals that mail or push messages are due, or is an event about a mail that was
 * sent. If an event can't be recorded, the batch is redelivered. If the next wake-up can't be sent, the batch fails after
 * its acknowledgement: nothing is redelivered, and the cron jobs send within five minutes. Mail goes first, because
 * anyone can subscribe with an endpoint that never answers.
 */
export async function runQueue(
  batch: MessageBatch<MailWakeUp>,
  bindings: Bindings,
  execution: Execution,
  shared = createSharedServices(),
): Promise<void> {
  // The rows stay in the outboxes; the cron jobs send them after maintenance.
  if (isPaused(bindings, execution, shared, Date.now)) return batch.ackAll();
  const ctx = createJobContext(bindings, execution, shared, Date.now);
  await recordMailEvents(
    ctx,
    batch.messages.map(({ body }) => body),
  );
  const next = [
    await deliverMail(ctx, MAIL_COMPOSERS, ALL_DELIVERY_CONDITIONS),
    await deliverPushes(ctx, ALL_DELIVERY_CONDITIONS),
  ].filter((seconds) => seconds !== null);
  batch.ackAll();
  if (next.length > 0) {
    const delaySeconds = Math.min(...next, 12 * 3600);
    await bindings.MAIL_QUEUE.send({ wake: "outbox" }, { delaySeconds });
  }
}
