import { and, eq, lte, or, type SQL } from "drizzle-orm";
import { mailOutbox } from "@/db/schema";

/** Age (ms) at which a waiting mail counts as late: it has failed several times by then. */
const LATE_MS = 10 * 60_000;

/** Mails for admins to check: failed, or late at `now` (ms). */
export const undelivered = (now: number): SQL | undefined =>
  or(
    eq(mailOutbox.state, "dead"),
    and(eq(mailOutbox.state, "waiting"), lte(mailOutbox.createdTs, now - LATE_MS)),
  );
