import { type SQL, sql } from "drizzle-orm";
import type { Db } from "./client";

/** What must still hold when a queued mail or push message is delivered: the name of a condition, and its parameters. */
export type DeliveryCondition = readonly [name: string, ...parameters: string[]];

/** By name: each condition at a time (ms) as SQL. `condition` is a `DeliveryCondition` as JSON, with `->> 0` its name. */
export type DeliveryConditions = Readonly<Record<string, (now: number, condition: SQL) => SQL>>;

/** Whether the condition of a queued mail or push message holds at `now` (ms); true without one. */
export async function isStillDue(
  { db, now }: { db: Db; now: number },
  conditions: DeliveryConditions,
  condition: DeliveryCondition | null,
): Promise<boolean> {
  if (condition === null) return true;
  const toSql = conditions[condition[0]];
  if (!toSql) throw new Error(`No delivery condition "${condition[0]}"`);
  const { holds } = await db.get<{ holds: number }>(
    sql`select ${toSql(now, sql`${JSON.stringify(condition)}`)} as holds`,
  );
  return holds === 1;
}
