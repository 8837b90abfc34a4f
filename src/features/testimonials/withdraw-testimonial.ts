import { and, eq } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { testimonials } from "@/db/schema";

/** Deletes one of the visitor's own testimonials, published or not, with its consent. A repeated call does nothing. */
export async function withdrawTestimonial(ctx: Ctx, id: string): Promise<void> {
  const user = requireUser(ctx);
  await ctx.commit([
    ctx.db.delete(testimonials).where(and(eq(testimonials.id, id), eq(testimonials.userId, user.id))),
  ]);
}
