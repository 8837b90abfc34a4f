import { and, eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import { isLeftToOthers } from "@/auth/other-admins";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { cancelDeletionStatement } from "@/db/media-deletions";
import { users, verifications } from "@/db/schema";
import { reindexListingsStatements } from "@/features/listings";
import { findDecisionUndo, finishUndoStatements, isMailWaitingSql } from "@/features/moderation";
import { ok, type Result, refuse } from "@/shared/errors";
import { refreshBadgesStatement } from "../badges/refresh-badges-statement";
import { toFileKeys } from "../files/schedule-file-deletion";
import { findVerification } from "../queries";
import type { RestoredVerification } from "./decide-verification";

/**
 * Undoes the last decision about a request while its mail waits and nothing else changed: it waits for a decision again,
 * with its files. Refuses `forbidden` (`own_verification`), and `conflict` (`undo_over`) otherwise, also if the teacher sent
 * a new request of the kind.
 */
export async function undoVerificationDecision(
  ctx: Ctx,
  id: string,
): Promise<Result<{ id: string; done: string }>> {
  requireAdmin(ctx);
  const subject = auditSubject("verification", id);
  const row = await findVerification(ctx, id);
  const undo = row && (await findDecisionUndo<RestoredVerification>(ctx, subject, row.version));
  const over = refuse("conflict", { reason: "undo_over" });
  if (!undo) return over;
  if (await isLeftToOthers(ctx, row.userId)) return refuse("forbidden", { reason: "own_verification" });
  const { userId, kind, version } = row;
  const { verification, name } = undo.restores;
  const isUndone = await commitAudited(ctx, {
    action: "verification.decision_undone",
    subject,
    statement: ctx.db
      .update(verifications)
      .set({
        ...verification,
        // The version that admins read before the decision, unless the teacher has another name now.
        version: sql`${version} + iif(exists (select 1 from ${users} where ${users.id} = ${userId}
          and trim(${users.firstName} || ' ' || ${users.lastName}) = ${name}), -1, 1)`,
      })
      .where(
        and(
          eq(verifications.id, id),
          eq(verifications.version, version),
          isMailWaitingSql(undo.mailId),
          sql`not exists (select 1 from verifications later where later.user_id = ${userId} and later.kind = ${kind}
            and later.state = 'pending')`,
        ),
      )
      .returning({ id: verifications.id }),
    furtherStatements: (guard) => [
      ...finishUndoStatements(ctx, undo, guard),
      cancelDeletionStatement(ctx.db, {
        keys: toFileKeys({ userId, files: verification.files ?? [] }),
        guard,
      }),
      refreshBadgesStatement(ctx, sql`${users.id} = ${userId} and ${guard}`),
      ...reindexListingsStatements(ctx, sql`listings.owner_id = ${userId} and ${guard}`),
    ],
  });
  return isUndone ? ok({ id, done: "undone" }) : over;
}
