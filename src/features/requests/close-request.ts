import { and, eq, sql } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { requests } from "@/db/schema";
import { closedRequestColumns, tellAnsweringTeachersStatements } from "@/features/enquiries";
import { ok, type Result, refuse } from "@/shared/errors";
import { findRequest, type LearnerRequest } from "./queries";

/**
 * Closes a request as its author, also one that waits for an admin, and tells the teachers whose answer waits for a
 * reply. Closing it again changes nothing. Refuses `not_found` to others, and `conflict` (`request_closed`) for a
 * rejected one.
 */
export async function closeRequest(ctx: Ctx, id: string): Promise<Result<LearnerRequest>> {
  const user = requireUser(ctx);
  const found = await findRequest(ctx, id);
  if (found?.role !== "author") return refuse("not_found");
  await commitAudited(ctx, {
    action: "request.closed",
    subject: auditSubject("request", id),
    statement: ctx.db
      .update(requests)
      .set(closedRequestColumns(ctx, "author"))
      .where(
        and(eq(requests.id, id), eq(requests.userId, user.id), sql`${requests.state} in ('pending', 'open')`),
      )
      .returning({ id: requests.id }),
    furtherStatements: (guard) => tellAnsweringTeachersStatements(ctx, { id, closeReason: "author" }, guard),
  });
  const current = await findRequest(ctx, id);
  if (current?.role !== "author") return refuse("not_found");
  return current.request.state === "closed"
    ? ok(current.request)
    : refuse("conflict", { reason: "request_closed" });
}
