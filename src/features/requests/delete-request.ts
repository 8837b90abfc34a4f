import { sql } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { requests } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { eraseRequestsStatements } from "./personal-data";
import { findRequest, type LearnerRequest } from "./queries";

/** Whether the author may delete a request: it was rejected, or closed before it was open. */
export const isDeletable = ({ state, openedTs }: Pick<LearnerRequest, "state" | "openedTs">): boolean =>
  (state === "rejected" || state === "closed") && openedTs === null;

/**
 * Erases a request as its author, if `isDeletable`. Refuses `not_found` to others, and `conflict` (`request_undeletable`)
 * for one that waits for an admin or was open.
 */
export async function deleteRequest(ctx: Ctx, id: string): Promise<Result<null>> {
  const user = requireUser(ctx);
  const found = await findRequest(ctx, id);
  if (found?.role !== "author") return refuse("not_found");
  const deletedSql = sql`(select id from ${requests} where id = ${id} and user_id = ${user.id}
    and state in ('rejected', 'closed') and opened_ts is null)`;
  await ctx.commit(eraseRequestsStatements(ctx, deletedSql));
  return (await findRequest(ctx, id)) ? refuse("conflict", { reason: "request_undeletable" }) : ok(null);
}
