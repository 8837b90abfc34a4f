import { sql } from "drizzle-orm";
import { enquiries } from "./schema";

/** Whether a conversation waits for the teacher's answer. The learner or guest must exist, without a closed account. */
export const isAwaitingAnswerSql = sql<number>`(${enquiries.awaitsAnswer}
  and coalesce(${enquiries.learnerId}, ${enquiries.guestEmail}) is not null
  and not exists (select 1 from users closed where closed.id = ${enquiries.learnerId} and closed.disabled_ts is not null))`;
