import { and, eq, sql } from "drizzle-orm";
import { testimonials } from "@/db/schema";
import type { UndoRules } from "@/features/moderation";

type Item = { version: number; userId: string };

/** The time of the decision is the version. Admins may decide about their own. */
export const TESTIMONIAL_UNDO: UndoRules<Item, Partial<typeof testimonials.$inferSelect>> = {
  subject: "testimonial",
  item: { id: testimonials.id, version: sql`coalesce(${testimonials.decidedTs}, 0)`, userId: sql`''` },
  restoreStatement: ({ db }, { id, item: { version }, stateBefore }, guard) =>
    db
      .update(testimonials)
      .set(stateBefore)
      .where(and(eq(testimonials.id, id), eq(testimonials.decidedTs, version), guard))
      .returning({ id: testimonials.id }),
};
