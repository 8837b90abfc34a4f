import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { reports } from "@/db/schema";

/**
 * Anonymises the reports that a user sent; their reason stays, so that the listing is still reviewed. Reports about
 * the user's listings are erased with these. Must run before listings are erased.
 */
export function eraseReports({ db }: Pick<Ctx, "db">, userId: string): Statement[] {
  return [
    db.run(sql`delete from ${reports}
      where listing_id in (select id from listings where owner_id = ${userId})`),
    db.run(sql`update ${reports} set reporter_id = null, text = '' where reporter_id = ${userId}`),
    db.run(sql`update ${reports} set decided_by = null where decided_by = ${userId}`),
  ];
}
