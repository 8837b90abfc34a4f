import { sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { insertWhere } from "@/db/insert-where";
import { cancelDeletionStatement } from "@/db/media-deletions";
import { posts } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { postSchema } from "@/shared/schemas/post";
import { toBlogPictureFolder } from "../blog-pictures";
import { findPost, getPostState, type PostDetails } from "../find-post";
import { computePreferredSlug, findFreeSlug, isSlugFreeSql, isSlugOfTitle, saveSlugStatement } from "./slugs";
import { canBeTranslationSql, linkTranslationStatements } from "./translations";
import { toPostInput } from "./update-post";
import { categoryExistsSql, toPostColumns, type ValidatedPost, validatePost } from "./validate-post";

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
): Promise<Result<PostDetails>> {
  requireAdmin(ctx);
  for (let n = 0; n < MAX_ATTEMPTS; n++) {
    const existing = await findPost(ctx, id);
    if (existing) return compareWithStored(ctx, existing, post);
    const validated = await validatePost(ctx, { id, current: null }, post);
    if (!validated.ok) return validated;
    const preferred = computePreferredSlug(validated.value, null);
    const slug = await findFreeSlug(ctx, validated.value.locale, preferred, id);
    await insertPost(ctx, id, validated.value, slug);
    const created = await findPost(ctx, id);
    if (created) return ok(created);
  }
  return refuse("conflict");
}

async function insertPost(ctx: Ctx, id: string, post: ValidatedPost, slug: string): Promise<void> {
  const { locale, publishTs, other_id: translationId } = post;
  const values = {
    id,
    locale,
    slug,
    ...toPostColumns(post),
    createdTs: ctx.now,
    updatedTs: ctx.now,
    authorId: ctx.user?.id ?? null,
  };
  const isAllowedSql = sql`${isSlugFreeSql(locale, slug, id)} and ${categoryExistsSql(post.category_id)}
    and ${canBeTranslationSql(translationId, { id, locale })}`;
  await commitAudited(ctx, {
    action: "post.created",
    subject: auditSubject("post", id),
    detail: { state: getPostState(publishTs, ctx.now) },
    statement: insertWhere(ctx.db, posts, values, isAllowedSql)
      .onConflictDoNothing({ target: posts.id })
      .returning({ id: posts.id }),
    furtherStatements: (guard) => [
      ...linkTranslationStatements(ctx, id, translationId, guard),
      ...(publishTs === null ? [] : [saveSlugStatement(ctx, { id, locale, slug }, guard)]),
      cancelDeletionStatement(ctx.db, { keys: [toBlogPictureFolder(id)], guard }),
    ],
  });
}

/** A repeated form, as by a double click, returns the stored post; a different text is a conflict. */
function compareWithStored({ now }: Ctx, stored: PostDetails, sent: unknown): Result<PostDetails> {
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
