import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { type JobRun, listJobRuns } from "@/db/job-runs";
import { type ConnectionProblem, connectionSql, unsettledEInvoicesSql } from "@/features/e-factura";
import { oldestMailSql } from "@/features/mail";
import { oldestPushSql } from "@/features/notifications";
import { unsettledPaymentsSql } from "@/features/promotions";

/** Mail and push messages that have waited for longer (s) are late. */
export const LATE_AFTER_S = 15 * 60;

export type HealthFigures = {
  /** Seconds for which the oldest due mail or push message has waited; 0 if none waits. */
  oldestMailS: number;
  oldestPushS: number;
  /** Payments that the jobs could not settle, at most some hundred. */
  unsettledPayments: number;
  /** Why an admin must connect the site to the tax authority; null if it works. */
  connectionProblem: ConnectionProblem | null;
  /** Invoices that the authority rejected, or has not accepted on the third working day. */
  unsettledEInvoices: number;
  jobs: JobRun[];
};

/**
 * The figures of /healthz, of its alerts and of the admin area. Reads at most some thousand rows, whatever waits.
 * `deployedTs`: since when (ms) the deployed version runs.
 */
export async function getHealthFigures({ db, now }: Ctx, deployedTs: number): Promise<HealthFigures> {
  const [waiting, jobs] = await Promise.all([
    db.get<{
      mailTs: number | null;
      pushTs: number | null;
      unsettledPayments: number;
      connectionProblem: ConnectionProblem | null;
      unsettledEInvoices: number;
    }>(sql`select
      ${oldestMailSql(now)} as mailTs, ${oldestPushSql} as pushTs, ${unsettledPaymentsSql(now)} as unsettledPayments,
      (select problem from (${connectionSql(now)})) as connectionProblem,
      ${unsettledEInvoicesSql(now)} as unsettledEInvoices`),
    listJobRuns({ db, now, deployedTs }),
  ]);
  const toSeconds = (ts: number | null) => (ts === null ? 0 : Math.max(0, Math.floor((now - ts) / 1000)));
  return {
    oldestMailS: toSeconds(waiting.mailTs),
    oldestPushS: toSeconds(waiting.pushTs),
    unsettledPayments: waiting.unsettledPayments,
    connectionProblem: waiting.connectionProblem,
    unsettledEInvoices: waiting.unsettledEInvoices,
    jobs,
  };
}
