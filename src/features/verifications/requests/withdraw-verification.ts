import { and, eq, sql } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { users, verifications } from "@/db/schema";
import { reindexListingsStatements } from "@/features/listings";
import { ok, type Result, refuse } from "@/shared/errors";
import { refreshBadgesStatement } from "../badges/refresh-badges-statement";
import { scheduleFileDeletionStatements } from "../files/schedule-file-deletion";
import { findVerification } from "../queries";

/**
 * Withdraws an own open request, whose files are deleted, or an own badge, which the listings no longer show. A repeated
 * call does nothing. Refuses `not_found`, also for another user's, and `conflict` for a rejected request.
 */
export async function withdrawVerification(
  ctx: Ctx,
  id: string,
): Promise<Result<{ withdrawn: "request" | "badge" }>> {
  const user = requireUser(ctx);
  for (;;) {
    const verification = await findVerification(ctx, id);
    if (!verification || verification.userId !== user.id) return refuse("not_found");
    const { state, version } = verification;
    const withdrawn = state === "pending" ? "request" : "badge";
    if (state === "withdrawn") return ok({ withdrawn });
    if (state === "rejected") return refuse("conflict", { reason: "verification_decided" });
    const isWithdrawn = await commitAudited(ctx, {
      action: "verification.withdrawn",
      subject: auditSubject("verification", id),
      statement: ctx.db
        .update(verifications)
        .set({ state: "withdrawn", files: [], openedFiles: {}, version: version + 1 })
        .where(and(eq(verifications.id, id), eq(verifications.version, version)))
        .returning({ id: verifications.id }),
      furtherStatements: (guard) => [
        ...scheduleFileDeletionStatements(ctx, verification, guard),
        ...(state === "approved"
          ? [
              refreshBadgesStatement(ctx, eq(users.id, user.id)),
              ...reindexListingsStatements(ctx, sql`listings.owner_id = ${user.id} and ${guard}`),
            ]
          : []),
      ],
    });
    // Otherwise an admin decided in the meantime.
    if (isWithdrawn) return ok({ withdrawn });
  }
}
