import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { type PageCursors, paginateByTime } from "@/db/paginate-by-time";
import { testimonials, users } from "@/db/schema";
import type { TestimonialState } from "@/shared/codes";
import type { Locale } from "@/shared/i18n/locales";
import { formatTimeCursor, parseTimeCursor } from "@/shared/time-cursor";

const PAGE = 12;
const OWN_SHOWN = 20;
/** How many of the newest are searched for those in the page's language. */
const LOOKED_THROUGH = 40;

const COLUMNS = {
  id: testimonials.id,
  text: testimonials.text,
  name: testimonials.name,
  role: testimonials.role,
  locale: testimonials.locale,
  state: testimonials.state,
  createdTs: testimonials.createdTs,
};

export type Testimonial = Pick<typeof testimonials.$inferSelect, keyof typeof COLUMNS>;

/** Undecided testimonials; a condition on `testimonials`. */
export const pendingTestimonials: SQL = eq(testimonials.state, "pending");

/** A page of published testimonials, the newest first. */
export async function findPublishedTestimonials(ctx: Pick<Ctx, "db">, asked: PageCursors, size = PAGE) {
  const page = paginateByTime({ ts: testimonials.createdTs, id: testimonials.id, size }, asked);
  const rows = await ctx.db
    .select(COLUMNS)
    .from(testimonials)
    .where(and(eq(testimonials.state, "published"), page.within))
    .orderBy(...page.orderBy)
    .limit(page.limit);
  return page.cut(rows, ({ createdTs, id }) => ({ ts: createdTs, id }));
}

export type PublishedTestimonials = Awaited<ReturnType<typeof findPublishedTestimonials>>;

/** A few of the newest published testimonials, those in `locale` first. */
export async function publishedTestimonials(
  ctx: Pick<Ctx, "db">,
  { locale, limit }: { locale: Locale; limit: number },
): Promise<Testimonial[]> {
  const newest = await ctx.db
    .select(COLUMNS)
    .from(testimonials)
    .where(eq(testimonials.state, "published"))
    .orderBy(desc(testimonials.createdTs), desc(testimonials.id))
    .limit(LOOKED_THROUGH);
  const own = newest.filter((one) => one.locale === locale);
  return [...own, ...newest.filter((one) => one.locale !== locale)].slice(0, limit);
}

/** A user's own testimonials, the newest first. */
export const findOwnTestimonials = (ctx: Pick<Ctx, "db">, userId: string): Promise<Testimonial[]> =>
  ctx.db
    .select(COLUMNS)
    .from(testimonials)
    .where(eq(testimonials.userId, userId))
    .orderBy(desc(testimonials.createdTs))
    .limit(OWN_SHOWN);

/** A testimonial in any state with its account; must not be shown to visitors. */
export async function findTestimonial(ctx: Pick<Ctx, "db">, id: string) {
  const [row] = await ctx.db
    .select({ ...COLUMNS, userId: testimonials.userId })
    .from(testimonials)
    .where(eq(testimonials.id, id));
  return row ?? null;
}

/**
 * Testimonials in one state, for admins: pending ones oldest first, others newest first. `after` is the `next` of an
 * answer; an invalid value means the first page.
 */
export async function findTestimonialsIn(ctx: Ctx, state: TestimonialState, after: string | undefined) {
  requireAdmin(ctx);
  const { createdTs, id } = testimonials;
  const from = parseTimeCursor(after);
  const waits = state === "pending";
  const behind = from
    ? sql`(${createdTs}, ${id}) ${sql.raw(waits ? ">" : "<")} (${from.ts}, ${from.id})`
    : undefined;
  const found = await ctx.db
    .select({ ...COLUMNS, decidedTs: testimonials.decidedTs, email: users.email })
    .from(testimonials)
    .innerJoin(users, eq(users.id, testimonials.userId))
    .where(and(eq(testimonials.state, state), behind))
    .orderBy(...(waits ? [asc(createdTs), asc(id)] : [desc(createdTs), desc(id)]))
    .limit(PAGE + 1);
  const rows = found.slice(0, PAGE);
  const last = rows.at(-1);
  return {
    rows,
    next: found.length > PAGE && last ? formatTimeCursor({ ts: last.createdTs, id: last.id }) : null,
  };
}

export type ModeratedTestimonials = Awaited<ReturnType<typeof findTestimonialsIn>>;

/** The number of undecided testimonials, for the admin overview. */
export async function countPendingTestimonials(ctx: Ctx): Promise<number> {
  requireAdmin(ctx);
  return ctx.db.$count(testimonials, pendingTestimonials);
}
