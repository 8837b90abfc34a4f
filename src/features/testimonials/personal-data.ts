import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { exportRow } from "@/db/export-row";
import { testimonials } from "@/db/schema";

/** A user's testimonials as JSON for their export, without the admins who decided. */
export async function exportTestimonials(ctx: Ctx, userId: string) {
  const rows = await ctx.db
    .select()
    .from(testimonials)
    .where(eq(testimonials.userId, userId))
    .orderBy(asc(testimonials.createdTs), asc(testimonials.id));
  return rows.map((row) => exportRow(testimonials, row, ["userId", "decidedBy"]));
}

/** Deletes a user's testimonials and removes the user from decisions about others'. */
export const eraseTestimonialsStatements = ({ db }: Ctx, userId: string): Statement[] => [
  db.delete(testimonials).where(eq(testimonials.userId, userId)),
  db.update(testimonials).set({ decidedBy: null }).where(eq(testimonials.decidedBy, userId)),
];

/** A subquery of the audit log subjects (`auditSubject`) of a user's testimonials. */
export const selectTestimonialSubjectsSql = (userId: string): SQL =>
  sql`(select ${auditSubject("testimonial", testimonials.id)} from ${testimonials}
    where ${testimonials.userId} = ${userId})`;
