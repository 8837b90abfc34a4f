import { and, eq } from "drizzle-orm";
import { requireUser } from "@/auth/guards";
import type { Ctx } from "@/context";
import { testimonials } from "@/db/schema";

/** Deletes a testimonial of the visitor's own, published or not, with the consent that it came with. Twice is once. */
export async function withdrawTestimonial(ctx: Ctx, id: string): Promise<void> {
  const user = requireUser(ctx);
  await ctx.commit([
    ctx.db.delete(testimonials).where(and(eq(testimonials.id, id), eq(testimonials.userId, user.id))),
  ]);
}
