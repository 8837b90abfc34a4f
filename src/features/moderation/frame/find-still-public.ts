import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { isVisibleListingSql } from "@/features/listings";
import type { KindName } from "./kind-paths";

export type StillPublic = { ownerId: string; listings: number };

/** What learners still see of a teacher after a reported listing was taken down; null if nothing. */
export async function findStillPublic(
  { db, now }: Pick<Ctx, "db" | "now">,
  { kind, done, id }: { kind: KindName; done: string; id: string },
): Promise<StillPublic | null> {
  if (kind !== "reports" || (done !== "suspended" && done !== "removed")) return null;
  const [found] = await db.all<StillPublic>(sql`select listings.owner_id as "ownerId", count(*) as listings
    from listings decided cross join listings on listings.owner_id = decided.owner_id
    cross join users on users.id = listings.owner_id
    where decided.id = ${id} and ${isVisibleListingSql(now)} group by listings.owner_id`);
  return found ?? null;
}
