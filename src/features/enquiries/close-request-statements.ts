import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { previousChanged } from "@/db/guard";
import { requests } from "@/db/schema";
import type { RequestCloseReason } from "@/shared/codes";

/** The columns of a request that is closed. */
export const closedRequestColumns = ({ now }: Pick<Ctx, "now">, closeReason: RequestCloseReason | SQL) => ({
  state: "closed" as const,
  closeReason,
  closedTs: now,
  notifiedPosition: null,
  version: sql`${requests.version} + 1`,
});

/** The statements that close a request whose author says that a first lesson took place, if it is open and `guard` holds. */
export const closeRequestAfterLessonStatements = (ctx: Ctx, id: string, guard: SQL): Statement[] => [
  ctx.db
    .update(requests)
    .set(closedRequestColumns(ctx, "lesson"))
    .where(and(eq(requests.id, id), eq(requests.state, "open"), guard)),
  auditEventStatement(
    ctx,
    { action: "request.closed", subject: auditSubject("request", id), detail: { reason: "lesson" } },
    previousChanged,
  ),
];
