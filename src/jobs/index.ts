import type { Ctx } from "@/context";
import type { Bindings, MailWakeUp } from "@/env";
import { deliverMail } from "@/features/mail";
import { createServices } from "@/http/services";
import { UNPREFIXED_LOCALE } from "@/shared/i18n/locales";
import { newId } from "@/shared/ids";
import { SCHEDULE } from "./schedule";

type Execution = Pick<ExecutionContext, "waitUntil">;

const contextOf = (bindings: Bindings, execution: Execution): Ctx =>
  createServices({ bindings, execution, locale: UNPREFIXED_LOCALE, requestId: newId(), address: "job" });

/**
 * Runs every job of a cron expression; a job's own name runs that one alone. A failing job does not stop the others.
 */
export async function runSchedule(cron: string, bindings: Bindings, execution: Execution): Promise<void> {
  const ctx = contextOf(bindings, execution);
  for (const job of SCHEDULE.filter((one) => one.cron === cron || one.name === cron)) {
    try {
      await job.run(ctx);
      ctx.log.info("job", { job: job.name });
    } catch (error) {
      ctx.log.error("job_failed", error, { job: job.name });
    }
  }
}

/** The mail queue: each message only says that the outbox has something due. */
export async function runQueue(
  batch: MessageBatch<MailWakeUp>,
  bindings: Bindings,
  execution: Execution,
): Promise<void> {
  const next = await deliverMail(contextOf(bindings, execution));
  batch.ackAll();
  if (next !== null)
    await bindings.MAIL_QUEUE.send({ wake: "outbox" }, { delaySeconds: Math.min(next, 12 * 3600) });
}
