import { sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject, hasAuditEventSql } from "@/db/audit";
import { previousChanged } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { cancelDeletionStatement } from "@/db/media-deletions";
import { posts } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { postSchema } from "@/shared/schemas/post";
import { toBlogPictureFolder } from "../blog-pictures";
import { type EditablePost, findEditablePost, getPostState } from "../find-post";
import { computePreferredSlug, findFreeSlug, isSlugFreeSql, isSlugOfTitle, saveSlugStatement } from "./slugs";
import { canBeTranslationSql, linkTranslationStatements } from "./translations";
import { toPostInput } from "./update-post";
import { categoryExistsSql, type ValidatedPost, validatePost } from "./validate-post";

/** Attempts when another write takes the slug, category or translation first. */
const MAX_ATTEMPTS = 12;

/**
 * Creates a post by the signed-in admin: a draft, scheduled or published. The form carries `id`, so a form sent twice
 * makes one post, and pictures can be stored before.
 * @returns the post; `invalid`, or `conflict` with `datastale` if the id already holds another text
 */
export async function createPost(
  ctx: Ctx,
  { id, post }: { id: string; post: unknown },
): Promise<Result<EditablePost>> {
  requireAdmin(ctx);
  for (let n = 0; n < MAX_ATTEMPTS; n++) {
    const existing = await findEditablePost(ctx, id);
    if (existing) return compareWithStored(ctx, existing, post);
    const validated = await validatePost(ctx, { id, current: null }, post);
    if (!validated.ok) return validated;
    const preferred = computePreferredSlug(validated.value, null);
    const slug = await findFreeSlug(ctx, validated.value.locale, preferred, id);
    await insertPost(ctx, id, validated.value, slug);
    const created = await findEditablePost(ctx, id);
    if (created) return ok(created);
  }
  return refuse("conflict");
}

async function insertPost(ctx: Ctx, id: string, post: ValidatedPost, slug: string): Promise<void> {
  const { locale, publishTs, other_id: translationId } = post;
  const auditId = ctx.newId();
  const guard = hasAuditEventSql(auditId);
  const values = {
    id,
    locale,
    translationId,
    slug,
    title: post.title,
    excerpt: post.excerpt,
    body: post.body,
    categoryId: post.category_id,
    cover: post.cover,
    coverAlt: post.cover_alt,
    publishTs,
    createdTs: ctx.now,
    updatedTs: ctx.now,
    authorId: ctx.user?.id ?? null,
  };
  const isAllowedSql = sql`${isSlugFreeSql(locale, slug, id)} and ${categoryExistsSql(post.category_id)}
    and ${canBeTranslationSql(translationId, { id, locale })}`;
  await ctx.commit([
    insertWhere(ctx.db, posts, values, isAllowedSql).onConflictDoNothing({ target: posts.id }),
    auditEventStatement(
      ctx,
      {
        id: auditId,
        action: "post.created",
        subject: auditSubject("post", id),
        detail: { state: getPostState(publishTs, ctx.now) },
      },
      previousChanged,
    ),
    ...linkTranslationStatements(ctx, id, translationId, guard),
    ...(publishTs === null ? [] : [saveSlugStatement(ctx, { id, locale, slug }, guard)]),
    cancelDeletionStatement(ctx.db, { keys: [toBlogPictureFolder(id)], guard }),
  ]);
}

/** A repeated form, as by a double click, returns the stored post; a different text is a conflict. */
function compareWithStored({ now }: Ctx, stored: EditablePost, sent: unknown): Result<EditablePost> {
  const validated = validate(postSchema, sent);
  if (!validated.ok) return validated;
  const { slug, state, publish_at, ...text } = validated.value;
  const storedText = toPostInput(stored);
  const requestedState = state ?? (publish_at === null ? "draft" : "scheduled");
  const isSame =
    (Object.keys(text) as (keyof typeof text)[]).every((name) => text[name] === storedText[name]) &&
    (slug === "" || isSlugOfTitle(stored.slug, slug)) &&
    requestedState === getPostState(stored.publishTs, now) &&
    (requestedState !== "scheduled" || Date.parse(publish_at ?? "") === stored.publishTs);
  return isSame ? ok(stored) : refuse("conflict", { reason: "datastale" });
}
