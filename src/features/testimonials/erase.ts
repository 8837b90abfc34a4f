import { eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { testimonials } from "@/db/schema";

/** What somebody said goes with them; what they decided about others' stays, decided by nobody. */
export const eraseTestimonialsOf = ({ db }: Pick<Ctx, "db">, userId: string): Statement[] => [
  db.delete(testimonials).where(eq(testimonials.userId, userId)),
  db.update(testimonials).set({ decidedBy: null }).where(eq(testimonials.decidedBy, userId)),
];

/** A subquery of what the audit log calls somebody's testimonials (`auditSubject`). */
export const testimonialSubjectsOf = (userId: string): SQL =>
  sql`(select ${auditSubject("testimonial", testimonials.id)} from ${testimonials}
    where ${testimonials.userId} = ${userId})`;
