import { and, eq, ne, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { hasAccountSql, previousChanged } from "@/db/guard";
import { hasRows } from "@/db/returned-rows";
import { testimonials, users } from "@/db/schema";
import { queueMailStatement } from "@/features/mail";
import type { TestimonialState } from "@/shared/codes";
import { ok, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { testimonialStateSchema } from "@/shared/schemas/testimonial";
import { findTestimonial, type Testimonial } from "./queries";

/**
 * Sets a testimonial's state: published, rejected (which also unpublishes it), or pending. Its author is mailed on
 * publication if their address is verified. A testimonial already in that state stays unchanged, without a second mail.
 * `from` is the state that the admin saw; another state means that another admin decided first. Refuses `not_found`,
 * `invalid`, and `conflict` with `datastale`.
 */
export async function decideTestimonial(
  ctx: Ctx,
  id: string,
  { from, ...input }: { state: unknown; from?: TestimonialState },
): Promise<Result<Testimonial>> {
  const admin = requireAdmin(ctx);
  const validated = validate(testimonialStateSchema, input);
  if (!validated.ok) return validated;
  const { state } = validated.value;
  const testimonialRow = await findTestimonial(ctx, id);
  if (!testimonialRow) return refuse("not_found");
  const { userId, ...testimonial } = testimonialRow;
  const isPending = state === "pending";
  const [updated] = await ctx.commit([
    ctx.db
      .update(testimonials)
      .set({
        state,
        decidedTs: isPending ? null : ctx.now,
        decidedBy: isPending ? null : admin.id,
      })
      .where(
        and(eq(testimonials.id, id), ne(testimonials.state, state), from && eq(testimonials.state, from)),
      )
      .returning({ id: testimonials.id }),
    auditEventStatement(
      ctx,
      { action: `testimonial.${state}`, subject: auditSubject("testimonial", id) },
      previousChanged,
    ),
    ...(state === "published" ? await publishedMailStatements(ctx, userId, testimonial) : []),
  ]);
  if (hasRows(updated)) return ok({ ...testimonial, state });
  const current = await findTestimonial(ctx, id);
  if (!current) return refuse("not_found");
  return current.state === state
    ? ok({ ...testimonial, state })
    : refuse("conflict", { reason: "datastale" });
}

/** Must follow the audit event in the batch, which is written only if the testimonial was published. */
async function publishedMailStatements(
  ctx: Ctx,
  userId: string,
  { text }: Testimonial,
): Promise<Statement[]> {
  const { id, email, locale, emailVerifiedTs } = users;
  const [author] = await ctx.db.select({ email, locale, emailVerifiedTs }).from(users).where(eq(id, userId));
  if (!author?.emailVerifiedTs) return [];
  return [
    queueMailStatement(
      ctx,
      {
        template: "testimonial_published",
        to: author.email,
        locale: author.locale,
        params: {},
        quote: text,
        actionPath: paths.testimonials(),
      },
      sql`${previousChanged} and ${hasAccountSql(eq(id, userId), eq(email, author.email))}`,
    ),
  ];
}
