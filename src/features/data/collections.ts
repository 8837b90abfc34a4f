import { limitKey } from "@/auth/limit-key";
import type { Ctx, Visitor } from "@/context";
import { hitLimit, shippedLimit } from "@/db/limits";
import { findPostsInState, serializePost } from "@/features/blog";
import { serializeListing, visibleListingsAfter } from "@/features/listings";
import { findSeenOrders, refundsOf, serializeOrder } from "@/features/purchases";
import { findPublishedTestimonials, serializeTestimonial } from "@/features/testimonials";
import { ok, type Result, refuse } from "@/shared/errors";
import { LOCALES } from "@/shared/i18n/locales";

/** Collections that one visitor's address takes: each reads all that there is of its kind. */
const EXPORTS = shippedLimit("data_export");

/** `too_many` for a visitor who took more collections than anybody needs. */
export async function askForCollection(ctx: Ctx): Promise<Result<null>> {
  const { allowed, retryAfter } = await hitLimit(ctx.db, EXPORTS, limitKey(ctx, ctx.network), ctx.now);
  return allowed ? ok(null) : refuse("too_many", { retryAfter });
}

/** What a collection holds, as JSON and read a page at a time: nobody can hold it all. */
export type Pages = AsyncGenerator<readonly { _id: string }[]>;

/** Rows of a page: a megabyte or so of each. A post may be 40,000 letters long. */
const AT_ONCE = { listings: 500, posts: 25, testimonials: 500, orders: 500 };

async function* pagesOf<T, W extends { _id: string }>(
  read: (after: string | undefined) => Promise<{ rows: readonly T[]; next: string | null }>,
  serialize: (rows: readonly T[]) => readonly W[] | Promise<readonly W[]>,
): Pages {
  for (let after: string | undefined; ; ) {
    const { rows, next } = await read(after);
    yield await serialize(rows);
    if (next === null) return;
    after = next;
  }
}

/** Every listing that visitors see, as they see it. */
export const listingPages = (ctx: Ctx): Pages =>
  pagesOf(
    async (after) => {
      const rows = await visibleListingsAfter(ctx, Number(after ?? 0), AT_ONCE.listings);
      const last = rows.length < AT_ONCE.listings ? undefined : rows.at(-1);
      return { rows, next: last ? String(last.num) : null };
    },
    (rows) => rows.map((row) => serializeListing(row, ctx.now)),
  );

/** Every post that is out, in both languages. */
export const postPages = (ctx: Ctx): Pages =>
  pagesOf(
    (after) =>
      findPostsInState(ctx, { state: "published", locales: LOCALES, category: null }, after, AT_ONCE.posts),
    (rows) => rows.map((row) => serializePost(row, ctx.now)),
  );

export const testimonialPages = (ctx: Ctx): Pages =>
  pagesOf(
    (after) => findPublishedTestimonials(ctx, { after }, AT_ONCE.testimonials),
    (rows) => rows.map(serializeTestimonial),
  );

/** Every order that somebody sees: an admin all there are. */
export const orderPages = (ctx: Ctx, user: Visitor): Pages =>
  pagesOf(
    (after) => findSeenOrders(ctx, user, { after }, AT_ONCE.orders),
    async (rows) => {
      const refunds = await refundsOf(
        ctx,
        rows.map(({ id }) => id),
      );
      return rows.map((row) => serializeOrder(row, refunds.get(row.id), ctx.now));
    },
  );
