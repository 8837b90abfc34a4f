import { eq, sql } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { hasAccountSql, previousChanged } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { countHitsStatements, defineLimit, hasHitsLeftSql, hitLimit } from "@/db/rate-limits";
import { hasRows } from "@/db/returned-rows";
import { testimonials, users } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { ID_PATTERN } from "@/shared/ids";
import { validate } from "@/shared/schemas/field-errors";
import { testimonialSchema } from "@/shared/schemas/testimonial";
import { findTestimonial, type Testimonial } from "./queries";

/** Testimonials of one account, withdrawn ones included. */
const DAILY_LIMIT = defineLimit("testimonials_day");

type TestimonialInput = {
  text: unknown;
  name: unknown;
  role: unknown;
  /** Must be true: without consent nothing is stored. */
  consent: unknown;
  /** An id from the form: the same form sent twice makes one testimonial. */
  once?: string | undefined;
};

/**
 * Stores a testimonial in the page's language, pending an admin's decision. Refuses `invalid`, `conflict` if `once`
 * belongs to another user, and `too_many` past three a day. A repeated form doesn't count again.
 */
export async function submitTestimonial(
  ctx: Ctx,
  { once, ...input }: TestimonialInput,
): Promise<Result<Testimonial>> {
  const user = requireUser(ctx);
  const validated = validate(testimonialSchema, input);
  if (!validated.ok) return validated;
  const id = once && ID_PATTERN.test(once) ? once : ctx.newId();
  const { text, name, role } = validated.value;
  const row = { id, text, name, role, locale: ctx.locale, state: "pending", createdTs: ctx.now } as const;
  const limits = [[DAILY_LIMIT, user.id]] as const;
  const [inserted] = await ctx.commit([
    insertWhere(
      ctx.db,
      testimonials,
      { ...row, userId: user.id, consentTs: ctx.now },
      // The account may have been deleted since it was read.
      sql`${hasAccountSql(eq(users.id, user.id))} and ${hasHitsLeftSql(limits, ctx.now)}`,
    )
      .onConflictDoNothing()
      .returning({ id: testimonials.id }),
    ...countHitsStatements(ctx.db, limits, ctx.now, previousChanged),
  ]);
  if (hasRows(inserted)) return ok(row);
  const existing = await findTestimonial(ctx, id);
  if (existing) return toOwnTestimonial(existing, user.id);
  const { allowed, retryAfter } = await hitLimit(ctx.db, DAILY_LIMIT, user.id, ctx.now);
  return allowed ? refuse("unauthenticated") : refuse("too_many", { retryAfter });
}

const toOwnTestimonial = (
  { userId: authorId, ...testimonial }: Testimonial & { userId: string },
  userId: string,
): Result<Testimonial> => (authorId === userId ? ok(testimonial) : refuse("conflict"));
