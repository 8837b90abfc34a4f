import { eq, isNull, sql } from "drizzle-orm";
import { isSameToken, keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject, hasAuditEventSql } from "@/db/audit";
import { hasAccountSql } from "@/db/guard";
import { hasRows } from "@/db/returned-rows";
import { listings, users } from "@/db/schema";
import { changeOwnersListingsStatements, isConcernedSql } from "@/features/listings";
import { ok, type Result, refuse } from "@/shared/errors";
import { ID_PATTERN } from "@/shared/ids";

export const LISTINGS_ACTIONS = ["pause", "resume"] as const;
export type ListingsAction = (typeof LISTINGS_ACTIONS)[number];

/** Whose listings a mailed link pauses or resumes; `ts` (ms) is when the mail was written. */
type LinkScope = { action: ListingsAction; id: string; email: string; ts: number };

/** The token, `{user id}.{signature}`. It is not stored: another mail or another address makes it invalid. */
export const createListingsToken = (ctx: Ctx, { action, id, email, ts }: LinkScope): string =>
  `${id}.${keyedHash(ctx, "unanswered messages", JSON.stringify([action, id, email, ts])).toString("base64url")}`;

/** The teacher of a valid link, and how many listings it changes; null for an invalid one. */
export async function findByListingsLink(ctx: Ctx, action: ListingsAction, token: string) {
  const [id = ""] = token.split(".");
  if (!ID_PATTERN.test(id)) return null;
  const [row] = await ctx.db
    .select({
      email: users.email,
      ts: action === "pause" ? users.answerAskedTs : users.answerPausedTs,
      count: sql<number>`(select count(*) from ${listings} where ${isConcernedSql(ctx, id, action)})`,
    })
    .from(users)
    .where(sql`${eq(users.id, id)} and ${users.disabledTs} is null`);
  if (!row || row.ts === null) return null;
  const scope = { action, id, email: row.email, ts: row.ts };
  return isSameToken(token, createListingsToken(ctx, scope)) ? { id, count: row.count } : null;
}

/**
 * Pauses or resumes the listings of a mailed link, without a session. Returns whether there were any. Refuses `malformed`
 * (`invalid_token`).
 */
export async function changeByListingsLink(
  ctx: Ctx,
  action: ListingsAction,
  token: string,
): Promise<Result<{ isChanged: boolean }>> {
  const found = await findByListingsLink(ctx, action, token);
  if (!found) return refuse("malformed", { reason: "invalid_token" });
  const event = ctx.newId();
  const [changed] = await ctx.commit([
    auditEventStatement(
      ctx,
      {
        id: event,
        action: action === "pause" ? "user.listings_paused" : "user.listings_resumed",
        subject: auditSubject("user", found.id),
        detail: { by: "link" },
        actorId: found.id,
      },
      // The account may have been disabled since it was read.
      sql`exists (select 1 from ${listings} where ${isConcernedSql(ctx, found.id, action)})
        and ${hasAccountSql(eq(users.id, found.id), isNull(users.disabledTs))}`,
    ),
    ...changeOwnersListingsStatements(ctx, found.id, { change: action, by: "link" }, hasAuditEventSql(event)),
  ]);
  return ok({ isChanged: hasRows(changed) });
}
