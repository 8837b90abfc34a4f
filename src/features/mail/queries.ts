import { and, eq, gt, isNull, lte, or, type SQL } from "drizzle-orm";
import { mailOutbox } from "@/db/schema";

/** Age (ms) at which a waiting mail counts as late: it has failed several times by then. */
const LATE_MS = 10 * 60_000;

/**
 * A mail for admins to check, because it failed for good or is late at `now` (ms). A fresh waiting mail is neither, nor
 * one of many digests that was not tried yet.
 */
export const isFailedOrLateMailSql = (now: number): SQL | undefined =>
  or(eq(mailOutbox.state, "dead"), isLateMailSql(now));

export const isLateMailSql = (now: number): SQL | undefined =>
  and(
    eq(mailOutbox.state, "waiting"),
    lte(mailOutbox.createdTs, now - LATE_MS),
    or(isNull(mailOutbox.payload), gt(mailOutbox.attempts, 0)),
  );
