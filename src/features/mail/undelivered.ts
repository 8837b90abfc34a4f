import { and, eq, lte, or, type SQL } from "drizzle-orm";
import { mailOutbox } from "@/db/schema";

/** So old (ms) a mail that waits is late: it went wrong a few times by then. */
const LATE_MS = 10 * 60_000;

/** Mails that somebody should look into: given up, or late at `now` (ms). */
export const undelivered = (now: number): SQL | undefined =>
  or(
    eq(mailOutbox.state, "dead"),
    and(eq(mailOutbox.state, "waiting"), lte(mailOutbox.createdTs, now - LATE_MS)),
  );
