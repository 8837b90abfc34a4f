import { asc, eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import { testimonials } from "@/db/schema";
import { serializeTimestamp } from "@/shared/format";

/** A user's testimonials as JSON for their export, without the admins who decided. */
export async function exportTestimonials(ctx: Ctx, userId: string) {
  const rows = await ctx.db
    .select()
    .from(testimonials)
    .where(eq(testimonials.userId, userId))
    .orderBy(asc(testimonials.createdTs), asc(testimonials.id));
  return rows.map(({ id, text, name, role, locale, state, consentTs, createdTs, decidedTs }) => ({
    _id: id,
    text,
    name,
    role,
    locale,
    state,
    consent_ts: serializeTimestamp(consentTs),
    created_ts: serializeTimestamp(createdTs),
    decided_ts: decidedTs === null ? null : serializeTimestamp(decidedTs),
  }));
}
