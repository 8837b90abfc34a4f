import { and, eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { auditEvent, auditSubject, hasAuditEvent } from "@/db/audit";
import { posts } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { toIsoTime } from "@/shared/format";
import type { PostInput } from "@/shared/schemas/post";
import { type EditablePost, findEditablePost } from "../editor/editor-queries";
import { getPostState } from "../find-post";
import { computePreferredSlug, findFreeSlug, isSlugFree, saveSlug } from "./slugs";
import { canBeTranslation, linkTranslation } from "./translations";
import { categoryExists, type ValidatedPost, validatePost } from "./validate-post";

/** Attempts when another write takes the slug, category or translation first. */
const TRIES = 12;

const stale = () => refuse("conflict", { reason: "datastale" });

/**
 * Updates a post, including its state. Fields missing in `post` stay unchanged. `version` is the version that the
 * writer saw; without it the update overwrites any version. An update without changes writes nothing.
 * @returns the stored post; `not_found`, `invalid`, or `conflict` with `datastale` if another admin saved first
 */
export async function updatePost(
  ctx: Ctx,
  { id, version, post }: { id: string; version?: number | undefined; post: object },
): Promise<Result<EditablePost>> {
  requireAdmin(ctx);
  for (let n = 0; n < TRIES; n++) {
    const present = await findEditablePost(ctx, id);
    if (!present) return refuse("not_found");
    if (version !== undefined && present.version !== version) return stale();
    const read = await validatePost(ctx, { id, present }, { ...toPostInput(present), ...post });
    if (!read.ok) return read;
    const wanted = computePreferredSlug(read.value, present);
    const slug = wanted === present.slug ? wanted : await findFreeSlug(ctx, present.locale, wanted, id);
    const columns = columnsOf(ctx, present, read.value, slug);
    if (!isChange(present, columns)) return ok(present);
    await writePost(ctx, present, columns);
    const written = await findEditablePost(ctx, id);
    if (written && written.version !== present.version) {
      // Two simultaneous writes raise the version to the same number, so the text is compared as well.
      if (!isChange(written, columns)) return ok(written);
      if (version !== undefined) return stale();
    }
  }
  return stale();
}

/** The input that would leave a post unchanged. */
export const toPostInput = (post: EditablePost): PostInput => ({
  locale: post.locale,
  title: post.title,
  slug: post.slug,
  excerpt: post.excerpt,
  body: post.body,
  category_id: post.categoryId,
  cover: post.cover,
  cover_alt: post.coverAlt,
  other_id: post.otherId,
  publish_at: post.publishTs === null ? null : toIsoTime(post.publishTs),
});

type Columns = ReturnType<typeof columnsOf>;

function columnsOf({ now }: Ctx, present: EditablePost, post: ValidatedPost, slug: string) {
  const { title, excerpt, body, cover, publishTs } = post;
  const wasOut = getPostState(present.publishTs, now) === "published";
  const isOut = wasOut && getPostState(publishTs, now) === "published";
  const isSameText =
    title === present.title &&
    excerpt === present.excerpt &&
    body === present.body &&
    cover === present.cover &&
    post.cover_alt === present.coverAlt;
  return {
    slug,
    title,
    excerpt,
    body,
    categoryId: post.category_id,
    cover,
    coverAlt: post.cover_alt,
    otherId: post.other_id,
    publishTs,
    editedTs: isOut ? (isSameText ? present.editedTs : now) : null,
  };
}

const isChange = (present: EditablePost, columns: Columns): boolean =>
  Object.entries(columns).some(([name, value]) => present[name as keyof Columns] !== value);

async function writePost(ctx: Ctx, present: EditablePost, columns: Columns): Promise<void> {
  const { id, locale } = present;
  const { now } = ctx;
  const auditId = ctx.newId();
  const guard = hasAuditEvent(auditId);
  const [from, to] = [getPostState(present.publishTs, now), getPostState(columns.publishTs, now)];
  await ctx.commit([
    ctx.db
      .update(posts)
      .set({ ...columns, updatedTs: now, version: sql`${posts.version} + 1` })
      .where(
        and(
          eq(posts.id, id),
          eq(posts.version, present.version),
          isSlugFree(locale, columns.slug, id),
          categoryExists(columns.categoryId),
          canBeTranslation(columns.otherId, { id, locale }),
        ),
      ),
    auditEvent(ctx, {
      id: auditId,
      action: from === to ? "post.edited" : `post.${ACTIONS[to]}`,
      subject: auditSubject("post", id),
      detail: { from, to },
    }),
    ...(columns.otherId === present.otherId ? [] : linkTranslation(ctx, id, columns.otherId, guard)),
    // A draft's slug may still change; only a slug that readers may know is kept.
    ...(columns.publishTs === null ? [] : [saveSlug(ctx, { id, locale, slug: columns.slug }, guard)]),
  ]);
}

const ACTIONS = { draft: "unpublished", scheduled: "scheduled", published: "published" } as const;
