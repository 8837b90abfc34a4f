import type { Ctx } from "@/context";
import type { Bindings, MailWakeUp } from "@/env";
import { deliverMail } from "@/features/mail";
import { type Clock, createAppContext, createSharedServices, type SharedServices } from "@/http/app-context";
import { UNPREFIXED_LOCALE } from "@/shared/i18n/locales";
import { newId } from "@/shared/ids";
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

/**
 * Runs all jobs of a cron expression, or one job by its name. A failing job does not stop the others. Each job gets
 * its own context, because its `now` must not be that of the jobs before it.
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
  const failed: string[] = [];
  for (const job of jobs) {
    const ctx = createJobContext(bindings, execution, shared, clock);
    try {
      await job.run(ctx, bindings);
      ctx.log.info("job", { job: job.name });
    } catch (error) {
      ctx.log.error("job_failed", error, { job: job.name });
      failed.push(job.name);
    }
  }
  if (failed.length > 0) throw new Error(`Failed: ${failed.join(", ")}`);
}

/**
 * Handles the mail queue: each message only signals that mail is due. If the next wake-up can't be sent, the batch
 * fails after its acknowledgement: nothing is redelivered, and the cron job sends the mail within five minutes.
 */
export async function runQueue(
  batch: MessageBatch<MailWakeUp>,
  bindings: Bindings,
  execution: Execution,
  shared = createSharedServices(),
): Promise<void> {
  const next = await deliverMail(createJobContext(bindings, execution, shared, Date.now));
  batch.ackAll();
  if (next !== null)
    await bindings.MAIL_QUEUE.send({ wake: "outbox" }, { delaySeconds: Math.min(next, 12 * 3600) });
}
