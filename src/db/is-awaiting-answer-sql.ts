import { sql } from "drizzle-orm";
import { enquiries } from "./schema";

/** Whether a conversation waits for the teacher's answer. The learner or guest must still exist. */
export const isAwaitingAnswerSql = sql<number>`(${enquiries.awaitsAnswer}
  and coalesce(${enquiries.learnerId}, ${enquiries.guestEmail}) is not null)`;
