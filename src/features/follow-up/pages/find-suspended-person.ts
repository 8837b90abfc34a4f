import { sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { findPerson, isOwnReportSql, loadReports, reportsAboutUserSql } from "@/features/moderation";

/** A teacher whose listings are suspended for safety, with the reports about them; null for an unknown id. For admins. */
export async function findSuspendedPerson(ctx: Ctx, id: string) {
  const admin = requireAdmin(ctx);
  const [person, { open, decided }] = await Promise.all([
    findPerson(ctx, id),
    loadReports(ctx, sql`reports.id in ${reportsAboutUserSql(id)} and not ${isOwnReportSql(admin)}`),
  ]);
  return (
    person && {
      person,
      reports: [...open, ...decided],
      /** Whether this admin may disable the account (`changeUser`). */
      mayDisable: admin.canCreateAdmin || !person.user.canCreateAdmin,
    }
  );
}

export type SuspendedPerson = NonNullable<Awaited<ReturnType<typeof findSuspendedPerson>>>;
