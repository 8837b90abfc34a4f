import { and, eq, ne, or, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import { isLeftToOthers } from "@/auth/other-admins";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { requests } from "@/db/schema";
import { findDecisionUndo, finishUndoStatements, isMailWaitingSql } from "@/features/moderation";
import { ok, type Result, refuse } from "@/shared/errors";
import { MAX_REQUESTS } from "@/shared/request-limits";
import type { LearnerRequest } from "../queries";

/**
 * Undoes the decision about a request while its mail waits and nothing else changed: it waits for a decision again.
 * Teachers are not told of it until then (`notifyRequests`). Refuses `forbidden` (`own_request`), and `conflict`
 * (`undo_over`) otherwise, once it is answered, and once its author wrote another request that would be one too many.
 */
export async function undoRequestDecision(
  ctx: Ctx,
  id: string,
): Promise<Result<{ id: string; done: string }>> {
  requireAdmin(ctx);
  const over = refuse("conflict", { reason: "undo_over" });
  const subject = auditSubject("request", id);
  const [row] = await ctx.db
    .select({ version: requests.version, userId: requests.userId })
    .from(requests)
    .where(eq(requests.id, id));
  const undo = row && (await findDecisionUndo<Partial<LearnerRequest>>(ctx, subject, row.version));
  if (!undo) return over;
  if (await isLeftToOthers(ctx, row.userId)) return refuse("forbidden", { reason: "own_request" });
  const isUndone = await commitAudited(ctx, {
    action: "request.decision_undone",
    subject,
    statement: ctx.db
      .update(requests)
      .set({ ...undo.restores, version: row.version + 1 })
      .where(
        and(
          eq(requests.id, id),
          eq(requests.version, row.version),
          eq(requests.answerCount, 0),
          or(ne(requests.state, "rejected"), hasPlaceSql),
          isMailWaitingSql(undo.mailId),
        ),
      )
      .returning({ id: requests.id }),
    furtherStatements: (guard) => finishUndoStatements(ctx, undo, guard),
  });
  return isUndone ? ok({ id, done: "undone" }) : over;
}

/** Condition on a rejected request: its author may have it beside the live ones. */
const hasPlaceSql = sql`(
  (select count(*) from requests live where live.user_id = requests.user_id and live.state in ('pending', 'open'))
    < ${MAX_REQUESTS}
  and not exists (select 1 from requests live where live.user_id = requests.user_id
    and live.subject = requests.subject and live.state in ('pending', 'open')))`;
