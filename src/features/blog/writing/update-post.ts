import { and, eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { posts } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { toIsoTime } from "@/shared/format";
import type { PostInput } from "@/shared/schemas/post";
import { findPost, getPostState, isPublished, type PostDetails } from "../find-post";
import { computePreferredSlug, findFreeSlug, isSlugFreeSql, saveSlugStatement } from "./slugs";
import { canBeTranslationSql, linkTranslationStatements } from "./translations";
import { categoryExistsSql, toPostColumns, type ValidatedPost, validatePost } from "./validate-post";

/** Attempts when another write takes the slug, category or translation first. */
const MAX_ATTEMPTS = 12;

const refuseStale = () => refuse("conflict", { reason: "datastale" });

/**
 * Updates a post, including its state. Fields missing in `post` stay unchanged. `version` is the version that the
 * writer saw; without it the update overwrites any version. An update without changes writes nothing.
 * @returns the stored post; `not_found`, `invalid`, or `conflict` with `datastale` if another admin saved first
 */
export async function updatePost(
  ctx: Ctx,
  { id, version, post }: { id: string; version?: number | undefined; post: object },
): Promise<Result<PostDetails>> {
  requireAdmin(ctx);
  for (let n = 0; n < MAX_ATTEMPTS; n++) {
    const current = await findPost(ctx, id);
    if (!current) return refuse("not_found");
    if (version !== undefined && current.version !== version) return refuseStale();
    const validated = await validatePost(ctx, { id, current }, { ...toPostInput(current), ...post });
    if (!validated.ok) return validated;
    const preferred = computePreferredSlug(validated.value, current);
    const slug =
      preferred === current.slug ? preferred : await findFreeSlug(ctx, current.locale, preferred, id);
    const columns = toColumns(ctx, current, validated.value, slug);
    if (!hasChanged(current, columns)) return ok(current);
    await writePost(ctx, current, columns);
    const stored = await findPost(ctx, id);
    if (stored && stored.version !== current.version) {
      // Two simultaneous writes raise the version to the same number, so the text is compared as well.
      if (!hasChanged(stored, columns)) return ok(stored);
      if (version !== undefined) return refuseStale();
    }
  }
  return refuseStale();
}

/** The input that would leave a post unchanged. */
export const toPostInput = (post: PostDetails): PostInput => ({
  locale: post.locale,
  title: post.title,
  slug: post.slug,
  excerpt: post.excerpt,
  body: post.body,
  category_id: post.categoryId,
  cover: post.cover,
  cover_alt: post.coverAlt,
  other_id: post.translationId,
  publish_at: post.publishTs === null ? null : toIsoTime(post.publishTs),
});

type Columns = ReturnType<typeof toColumns>;

/** A change of these after publication is shown as an update of the post. */
const TEXT_COLUMNS = ["title", "excerpt", "body", "cover", "coverAlt"] as const;

function toColumns({ now }: Ctx, current: PostDetails, post: ValidatedPost, slug: string) {
  const columns = toPostColumns(post);
  const isSameText = TEXT_COLUMNS.every((name) => columns[name] === current[name]);
  const staysPublished = isPublished(current, now) && isPublished(post, now);
  return { slug, ...columns, editedTs: staysPublished ? (isSameText ? current.editedTs : now) : null };
}

const hasChanged = (current: PostDetails, columns: Columns): boolean =>
  Object.entries(columns).some(([name, value]) => current[name as keyof Columns] !== value);

async function writePost(ctx: Ctx, current: PostDetails, columns: Columns): Promise<void> {
  const { id, locale } = current;
  const { now } = ctx;
  const [from, to] = [getPostState(current.publishTs, now), getPostState(columns.publishTs, now)];
  await commitAudited(ctx, {
    action: from === to ? "post.edited" : `post.${ACTION_BY_STATE[to]}`,
    subject: auditSubject("post", id),
    detail: { from, to },
    statement: ctx.db
      .update(posts)
      .set({ ...columns, updatedTs: now, version: sql`${posts.version} + 1` })
      .where(
        and(
          eq(posts.id, id),
          eq(posts.version, current.version),
          isSlugFreeSql(locale, columns.slug, id),
          categoryExistsSql(columns.categoryId),
          canBeTranslationSql(columns.translationId, { id, locale }),
        ),
      )
      .returning({ id: posts.id }),
    furtherStatements: (guard) => [
      ...(columns.translationId === current.translationId
        ? []
        : linkTranslationStatements(ctx, id, columns.translationId, guard)),
      // A draft's slug may still change; only a slug that readers may know is stored for redirects.
      ...(columns.publishTs === null
        ? []
        : [saveSlugStatement(ctx, { id, locale, slug: columns.slug }, guard)]),
    ],
  });
}

const ACTION_BY_STATE = { draft: "unpublished", scheduled: "scheduled", published: "published" } as const;
