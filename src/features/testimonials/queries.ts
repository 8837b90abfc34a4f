import { and, desc, eq, type SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import { boundSql } from "@/db/bound-sql";
import { type PageCursors, paginateByTime } from "@/db/paginate-by-time";
import { testimonials } from "@/db/schema";
import type { Locale } from "@/shared/i18n/locales";

const PAGE_SIZE = 12;
const MAX_OWN = 20;
/** How many of the newest are searched for those in the page's language. */
const CANDIDATES = 40;

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

/** Condition: the testimonial is undecided. */
export const isPendingTestimonialSql: SQL = eq(testimonials.state, "pending");

/** A page of published testimonials, the newest first. */
export async function listPublishedTestimonials(ctx: Ctx, cursors: PageCursors, size = PAGE_SIZE) {
  const page = paginateByTime({ ts: testimonials.createdTs, id: testimonials.id, size }, cursors);
  const rows = await ctx.db
    .select(COLUMNS)
    .from(testimonials)
    .where(and(eq(testimonials.state, "published"), page.within))
    .orderBy(...page.orderBy)
    .limit(page.limit);
  return page.toPage(rows, ({ createdTs, id }) => ({ ts: createdTs, id }));
}

export type PublishedTestimonialPage = Awaited<ReturnType<typeof listPublishedTestimonials>>;

/** A few of the newest published testimonials, those in `locale` first. */
export async function listLatestTestimonials(
  ctx: Ctx,
  { locale, limit }: { locale: Locale; limit: number },
): Promise<Testimonial[]> {
  const newest = await ctx.db.read<Testimonial>(boundSql`
    select id, text, name, role, locale, state, created_ts as "createdTs" from testimonials
    where state = 'published' order by created_ts desc, id desc limit ${CANDIDATES}`);
  const inLocale = newest.filter((testimonial) => testimonial.locale === locale);
  const others = newest.filter((testimonial) => testimonial.locale !== locale);
  return [...inLocale, ...others].slice(0, limit);
}

/** A testimonial that waits for a decision, or null. */
export async function findPendingTestimonial(ctx: Ctx, id: string): Promise<Testimonial | null> {
  const [found] = await ctx.db
    .select(COLUMNS)
    .from(testimonials)
    .where(and(eq(testimonials.id, id), isPendingTestimonialSql));
  return found ?? null;
}

/** A user's testimonials, the newest first. */
export const listUserTestimonials = (ctx: Ctx, userId: string): Promise<Testimonial[]> =>
  ctx.db
    .select(COLUMNS)
    .from(testimonials)
    .where(eq(testimonials.userId, userId))
    .orderBy(desc(testimonials.createdTs))
    .limit(MAX_OWN);

/** A testimonial in any state with its account; must not be shown to visitors. */
export async function findTestimonial(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .select({
      ...COLUMNS,
      userId: testimonials.userId,
      decidedTs: testimonials.decidedTs,
      decidedBy: testimonials.decidedBy,
    })
    .from(testimonials)
    .where(eq(testimonials.id, id));
  return row ?? null;
}
