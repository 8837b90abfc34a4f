import { and, lte, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { reports } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";

/**
 * How long (ms) after the decision, for objections, the name and address of a reporter without an account are stored and
 * admins can read a reported conversation.
 */
export const REPORT_RETENTION_MS = 180 * DAY_MS;
/** Rows per run; the next run erases more. */
const BATCH_SIZE = 500;

/** Erases names and addresses that were given with reports decided 180 days ago. */
export async function eraseReporters({ db, now }: Pick<Ctx, "db" | "now">): Promise<void> {
  const due = db
    .select({ id: reports.id })
    .from(reports)
    .where(and(sql`(name <> '' or email is not null)`, lte(reports.decidedTs, now - REPORT_RETENTION_MS)))
    .limit(BATCH_SIZE);
  await db.update(reports).set({ name: "", email: null }).where(sql`${reports.id} in ${due}`);
}
