import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { auditLog, reviewReports, reviews } from "@/db/schema";
import { eraseMailsAboutStatements } from "@/features/mail";

/**
 * Deletes withdrawn reviews with their reports, audit events and dead mails. `isDeletedSql` is a condition on
 * `reviews`.
 */
export function deleteGuestReviewsStatements({ db }: Ctx, isDeletedSql: SQL): Statement[] {
  const subjects = sql`(select ${auditSubject("review", reviews.id)} from ${reviews} where ${isDeletedSql})`;
  return [
    ...eraseMailsAboutStatements({ db }, subjects),
    db.run(sql`delete from ${auditLog} where subject in ${subjects}`),
    db.run(sql`delete from ${reviewReports}
      where review_id in (select id from ${reviews} where ${isDeletedSql})`),
    db.run(sql`delete from ${reviews} where ${isDeletedSql}`),
  ];
}
