import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { isVisibleListingSql } from "@/features/listings";
import { isUrgentReportSql } from "./is-urgent-report-sql";
import type { KindName } from "./kind-paths";

/** How many listings of a teacher learners still see after a decision about reports; 0 if that decision needs no warning. */
export async function countStillPublic(
  { db, now }: Pick<Ctx, "db" | "now">,
  { kind, done, id }: { kind: KindName; done: string; id: string },
): Promise<number> {
  const ownerSql = toOwnerSql(kind, done, id);
  if (!ownerSql) return 0;
  const [found] = await db.all<{ n: number }>(sql`select count(*) as n from users
    cross join listings on listings.owner_id = users.id
    where users.id = ${ownerSql} and ${isVisibleListingSql(now)}`);
  return found?.n ?? 0;
}

/** The teacher whose listing was taken down, or whose messages were found dangerous or illegal. */
function toOwnerSql(kind: KindName, done: string, id: string): SQL | null {
  if (kind === "reports" && (done === "suspended" || done === "removed"))
    return sql`(select owner_id from listings decided where decided.id = ${id})`;
  if (kind === "conversations" && (done === "warned" || done === "blocked"))
    return sql`(select coalesce(teacher_id, undelivered_teacher_id) from enquiries decided where decided.id = ${id}
      and exists (select 1 from reports where reports.enquiry_id = ${id} and reports.reported_side = 'teacher'
        and reports.outcome = 'upheld' and ${isUrgentReportSql("reports")}))`;
  return null;
}
