import { hashLimitKey } from "@/auth/keyed-hash";
import type { Ctx, SignedInUser } from "@/context";
import { defineLimit, hitLimit } from "@/db/rate-limits";
import { listPostsInState, serializePost } from "@/features/blog";
import { listVisibleListingsAfter, serializeListing } from "@/features/listings";
import { listRefundsByOrder, listVisibleOrders, serializeOrder } from "@/features/promotions";
import { listPublishedTestimonials, serializeTestimonial } from "@/features/testimonials";
import type { Log } from "@/platform/log";
import { ok, type Result, refuse } from "@/shared/errors";
import { LOCALES } from "@/shared/i18n/locales";

/** Exports from one network; each reads a whole collection. */
const EXPORTS = defineLimit("data_export");

/** Counts an export; `too_many` past the limit. */
export async function countExport(ctx: Ctx): Promise<Result<null>> {
  const { allowed, retryAfter } = await hitLimit(ctx.db, EXPORTS, hashLimitKey(ctx, ctx.network), ctx.now);
  return allowed ? ok(null) : refuse("too_many", { retryAfter });
}

/** A collection as JSON, one page at a time, because it may not fit into memory. */
export type CollectionPages = AsyncGenerator<readonly { _id: string }[]>;

/** Rows of a page, about a megabyte each. A post may have 40,000 characters. */
const PAGE_SIZES = { listings: 500, posts: 25, testimonials: 500, orders: 500 };

async function* paginate<Row, Json extends { _id: string }>(
  read: (after: string | undefined) => Promise<{ rows: readonly Row[]; next: string | null }>,
  serialize: (rows: readonly Row[]) => readonly Json[] | Promise<readonly Json[]>,
): CollectionPages {
  for (let after: string | undefined; ; ) {
    const { rows, next } = await read(after);
    yield await serialize(rows);
    if (next === null) return;
    after = next;
  }
}

/** All visible listings, with the fields that visitors see. */
export const listingPages = (ctx: Ctx): CollectionPages =>
  paginate(
    async (after) => {
      const rows = await listVisibleListingsAfter(ctx, Number(after ?? 0), PAGE_SIZES.listings);
      const last = rows.length < PAGE_SIZES.listings ? undefined : rows.at(-1);
      return { rows, next: last ? String(last.num) : null };
    },
    (rows) => rows.map((row) => serializeListing(row, ctx.now)),
  );

/** All published posts, in both languages. */
export const postPages = (ctx: Ctx): CollectionPages =>
  paginate(
    (after) =>
      listPostsInState(
        ctx,
        { state: "published", locales: LOCALES, category: null },
        after,
        PAGE_SIZES.posts,
      ),
    (rows) => rows.map((row) => serializePost(row, ctx.now)),
  );

export const testimonialPages = (ctx: Ctx): CollectionPages =>
  paginate(
    (after) => listPublishedTestimonials(ctx, { after }, PAGE_SIZES.testimonials),
    (rows) => rows.map(serializeTestimonial),
  );

/** All orders that the user may see: for admins, all orders. */
export const orderPages = (ctx: Ctx, user: SignedInUser): CollectionPages =>
  paginate(
    (after) => listVisibleOrders(ctx, user, { after }, PAGE_SIZES.orders),
    async (rows) => {
      const refunds = await listRefundsByOrder(
        ctx,
        rows.map(({ id }) => id),
      );
      return rows.map((row) => serializeOrder(row, refunds.get(row.id), ctx.now));
    },
  );

/**
 * Streams the pages' entries as one JSON object keyed by id, as fast as the client reads. At most one page is in
 * memory. The first page is read before the response starts, so a database failure gets an error status. A later
 * failure cuts the response off, which makes it invalid JSON.
 */
export async function streamPages(pages: CollectionPages, log: Log): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let page = await pages.next();
  const next = () =>
    pages.next().catch((error: unknown) => {
      log.error("data_export_broken", error);
      throw error;
    });
  let separator = "{";
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // Skips empty pages.
        while (!page.done && page.value.length === 0) page = await next();
        if (page.done) {
          controller.enqueue(encoder.encode(separator === "{" ? "{}" : "}"));
          controller.close();
          return;
        }
        const members = page.value.map((entry) => `${JSON.stringify(entry._id)}:${JSON.stringify(entry)}`);
        controller.enqueue(encoder.encode(separator + members.join(",")));
        separator = ",";
        page = await next();
      },
      async cancel() {
        await pages.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
