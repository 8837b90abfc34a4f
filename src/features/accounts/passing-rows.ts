import { and, eq, gte, lt, or, type SQL, sql } from "drizzle-orm";
import type { Visitor } from "@/context";
import { idempotencyKeys, limitCounters } from "@/db/schema";
import { limitKey } from "./limits";

/**
 * Which counters and remembered answers are a person's, as conditions on their tables: counters of every limit that
 * counts them by id or address, answers to them or about them. Both tables are read from end to end: they hold a day at
 * most.
 */
export function passingRows({ id, email }: Pick<Visitor, "id" | "email">) {
  const address = limitKey(email);
  return {
    counters: or(
      eq(limitCounters.key, id),
      sql`substr(${limitCounters.key}, 1, ${address.length}) = ${address}`,
    ) as SQL,
    // A scope begins with the user's id and a space; "!" is the character after the space.
    answers: and(gte(idempotencyKeys.scope, `${id} `), lt(idempotencyKeys.scope, `${id}!`)) as SQL,
  };
}
