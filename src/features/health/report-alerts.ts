import type { Ctx } from "@/context";
import { getHealthFigures, LATE_AFTER_S } from "./get-figures";

/** Job: logs an alert for each figure that an operator must act on. docs/production.md says what to do. */
export async function reportAlerts(ctx: Ctx, deployedTs: number): Promise<void> {
  const { oldestMailS, unsettledPayments, connectionProblem, jobs } = await getHealthFigures(ctx, deployedTs);
  for (const { name, state, lastSuccessTs } of jobs) {
    if (state === "late") ctx.log.alert("job_late", { job: name, last_success_ts: lastSuccessTs });
  }
  if (oldestMailS > LATE_AFTER_S) ctx.log.alert("mail_late", { oldest_mail_s: oldestMailS });
  if (unsettledPayments > 0) ctx.log.alert("payments_unsettled", { payments: unsettledPayments });
  // A site that was never connected has its invoices uploaded by hand.
  if (connectionProblem === "ending" || connectionProblem === "ended")
    ctx.log.alert("e_factura_consent_ending");
}
