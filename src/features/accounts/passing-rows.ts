import { and, eq, gte, lt, or, type SQL, sql } from "drizzle-orm";
import { limitKey } from "@/auth/limit-key";
import type { Ctx, Visitor } from "@/context";
import { idempotencyKeys, limitCounters } from "@/db/schema";

/**
 * Conditions for a user's rate limit counters and stored idempotent answers. Counters match by id or address; they
 * live for at most a day, so a full scan is cheap. Answers match only the user's own calls.
 */
export function passingRows(ctx: Pick<Ctx, "config">, { id, email }: Pick<Visitor, "id" | "email">) {
  const address = limitKey(ctx, email);
  return {
    counters: or(
      eq(limitCounters.key, id),
      sql`substr(${limitCounters.key}, 1, ${address.length}) = ${address}`,
    ) as SQL,
    // A scope begins with the user's id and a space; "!" is the character after the space.
    answers: and(gte(idempotencyKeys.scope, `${id} `), lt(idempotencyKeys.scope, `${id}!`)) as SQL,
  };
}
