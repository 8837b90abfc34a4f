import { and, eq, gte, lt, or, sql } from "drizzle-orm";
import { endSessionsOf } from "@/auth/sessions";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { idempotencyKeys, knownDevices, limitCounters, oneTimeTokens } from "@/db/schema";
import { limitKey } from "./limits";

/**
 * Takes out what this room and the floor under it keep of a person, but for the row in `users`: sessions, devices,
 * mailed tokens, counters of every limit that counts them, remembered answers of theirs or about them. Counters and
 * answers are read from end to end: both hold a day at most.
 */
export function eraseAccountRows(ctx: Ctx, { id, email }: { id: string; email: string }): Statement[] {
  const address = limitKey(email);
  return [
    endSessionsOf(ctx, id),
    ctx.db.delete(knownDevices).where(eq(knownDevices.userId, id)),
    ctx.db.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, id)),
    ctx.db
      .delete(limitCounters)
      .where(
        or(eq(limitCounters.key, id), sql`substr(${limitCounters.key}, 1, ${address.length}) = ${address}`),
      ),
    ctx.db.delete(idempotencyKeys).where(
      or(
        // A scope begins with the user's id and a space; "!" is the character after the space.
        and(gte(idempotencyKeys.scope, `${id} `), lt(idempotencyKeys.scope, `${id}!`)),
        sql`instr(${idempotencyKeys.body}, ${id}) > 0`,
        sql`instr(${idempotencyKeys.body}, ${email}) > 0`,
      ),
    ),
  ];
}
