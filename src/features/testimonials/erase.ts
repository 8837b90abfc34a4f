import { eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { testimonials } from "@/db/schema";

/** Deletes a user's testimonials and removes the user from decisions about others'. */
export const eraseTestimonials = ({ db }: Pick<Ctx, "db">, userId: string): Statement[] => [
  db.delete(testimonials).where(eq(testimonials.userId, userId)),
  db.update(testimonials).set({ decidedBy: null }).where(eq(testimonials.decidedBy, userId)),
];

/** A subquery of the audit log subjects (`auditSubject`) of a user's testimonials. */
export const testimonialSubjectsOf = (userId: string): SQL =>
  sql`(select ${auditSubject("testimonial", testimonials.id)} from ${testimonials}
    where ${testimonials.userId} = ${userId})`;
