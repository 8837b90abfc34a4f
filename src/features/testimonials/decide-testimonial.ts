import { and, eq, ne, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { hasAccountSql } from "@/db/guard";
import { testimonials, users } from "@/db/schema";
import { queueMailStatement } from "@/features/mail";
import { pickChanged, storeUndoStatements } from "@/features/moderation";
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
  { from, ...input }: { state: unknown; from?: string },
): Promise<Result<Testimonial>> {
  const admin = requireAdmin(ctx);
  const validated = validate(testimonialStateSchema, input);
  if (!validated.ok) return validated;
  const { state } = validated.value;
  const found = await findTestimonial(ctx, id);
  if (!found) return refuse("not_found");
  const { userId, ...testimonial } = found;
  const { email, locale, emailVerifiedTs } = users;
  const [author] = await ctx.db
    .select({ email, locale, emailVerifiedTs })
    .from(users)
    .where(eq(users.id, userId));
  const isPending = state === "pending";
  const changes = {
    state,
    decidedTs: isPending ? null : ctx.now,
    decidedBy: isPending ? null : admin.id,
  };
  const subject = auditSubject("testimonial", id);
  const isDecided = await commitAudited(ctx, {
    action: `testimonial.${state}`,
    subject,
    statement: ctx.db
      .update(testimonials)
      .set(changes)
      .where(
        and(
          eq(testimonials.id, id),
          ne(testimonials.state, state),
          from === undefined ? undefined : sql`${testimonials.state} = ${from}`,
        ),
      )
      .returning({ id: testimonials.id }),
    furtherStatements: (guard) => [
      ...storeUndoStatements(
        ctx,
        subject,
        { version: ctx.now, stateBefore: pickChanged(found, changes) },
        guard,
      ),
      ...(state === "published" && author?.emailVerifiedTs
        ? [
            queueMailStatement(
              ctx,
              {
                template: "testimonial_published",
                to: author.email,
                locale: author.locale,
                params: {},
                quote: testimonial.text,
                actionPath: paths.testimonials(),
              },
              sql`${guard} and ${hasAccountSql(eq(users.id, userId), eq(email, author.email))}`,
            ),
          ]
        : []),
    ],
  });
  const current = isDecided ? { state } : await findTestimonial(ctx, id);
  if (!current) return refuse("not_found");
  return current.state === state
    ? ok({ ...testimonial, state })
    : refuse("conflict", { reason: "datastale" });
}
