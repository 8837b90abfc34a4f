import { and, eq, ne, or, sql } from "drizzle-orm";
import { requests } from "@/db/schema";
import type { UndoRules } from "@/features/moderation";
import { MAX_REQUESTS } from "@/shared/request-limits";
import type { LearnerRequest } from "../queries";

/**
 * Not once an approved request is answered, which changes its version, nor once its author wrote another one that would be
 * one too many. Teachers are not told of an approved request until then (`notifyTeachersOfRequests`).
 */
export const REQUEST_UNDO: UndoRules<{ version: number; userId: string }, Partial<LearnerRequest>> = {
  subject: "request",
  ownReason: "own_request",
  item: { id: requests.id, version: requests.version, userId: requests.userId },
  restoreStatement: ({ db }, { id, item: { version }, stateBefore }, guard) =>
    db
      .update(requests)
      .set({ ...stateBefore, version: version + 1 })
      .where(
        and(
          eq(requests.id, id),
          eq(requests.version, version),
          or(ne(requests.state, "rejected"), hasPlaceSql),
          guard,
        ),
      )
      .returning({ id: requests.id }),
};

/** Condition on a rejected request: its author may have it beside the live ones. */
const hasPlaceSql = sql`(
  (select count(*) from requests live where live.user_id = requests.user_id and live.state in ('pending', 'open'))
    < ${MAX_REQUESTS}
  and not exists (select 1 from requests live where live.user_id = requests.user_id
    and live.subject = requests.subject and live.state in ('pending', 'open')))`;
