import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { reports } from "@/db/schema";

/**
 * Takes a person out of the reports: those about their listings go with these; those they sent stay by their reason
 * alone, so that what is wrong with somebody else's listing is still looked at. Stands before whatever erases listings.
 */
export function eraseReportsOf({ db }: Pick<Ctx, "db">, userId: string): Statement[] {
  return [
    db.run(sql`delete from ${reports}
      where listing_id in (select id from listings where owner_id = ${userId})`),
    db.run(sql`update ${reports} set reporter_id = null, text = '' where reporter_id = ${userId}`),
    db.run(sql`update ${reports} set decided_by = null where decided_by = ${userId}`),
  ];
}
