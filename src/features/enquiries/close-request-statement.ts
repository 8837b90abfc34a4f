import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
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

/** The statement that closes a request if it is open and `guard` holds. */
export const closeRequestStatement = (
  ctx: Pick<Ctx, "db" | "now">,
  id: string,
  closeReason: RequestCloseReason,
  guard: SQL,
) =>
  ctx.db
    .update(requests)
    .set(closedRequestColumns(ctx, closeReason))
    .where(and(eq(requests.id, id), eq(requests.state, "open"), guard));
