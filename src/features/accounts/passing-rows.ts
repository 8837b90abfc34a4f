import { and, eq, gte, lt, or, type SQL, sql } from "drizzle-orm";
import { limitKey } from "@/auth/limit-key";
import type { Ctx, Visitor } from "@/context";
import { idempotencyKeys, limitCounters } from "@/db/schema";

/**
 * Which counters and remembered answers are a person's, as conditions on their tables: counters of every limit that
 * counts them by id or address, which are read from end to end, since they live for a day at most; and answers to their
 * own calls. Answers to others tell nobody whom they are about.
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
