import { sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { auditEvent, auditSubject, hasAuditEvent } from "@/db/audit";
import { insertWhere } from "@/db/insert-where";
import { cancelDeletion } from "@/db/media-deletions";
import { posts } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { postSchema } from "@/shared/schemas/post";
import { type EditablePost, findEditablePost } from "../editor/editor-queries";
import { getPostState } from "../find-post";
import { postPictureFolder } from "../pictures";
import { computePreferredSlug, findFreeSlug, isSlugFree, isSlugOfTitle, saveSlug } from "./slugs";
import { canBeTranslation, linkTranslation } from "./translations";
import { toPostInput } from "./update-post";
import { categoryExists, type ValidatedPost, validatePost } from "./validate-post";

/** Attempts when another write takes the slug, category or translation first. */
const TRIES = 12;

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
  for (let n = 0; n < TRIES; n++) {
    const before = await findEditablePost(ctx, id);
    if (before) return sentAgain(ctx, before, post);
    const read = await validatePost(ctx, { id, present: null }, post);
    if (!read.ok) return read;
    const wanted = computePreferredSlug(read.value, null);
    const slug = await findFreeSlug(ctx, read.value.locale, wanted, id);
    await insertPost(ctx, id, read.value, slug);
    const created = await findEditablePost(ctx, id);
    if (created) return ok(created);
  }
  return refuse("conflict");
}

async function insertPost(ctx: Ctx, id: string, post: ValidatedPost, slug: string): Promise<void> {
  const { locale, publishTs, other_id: otherId } = post;
  const auditId = ctx.newId();
  const guard = hasAuditEvent(auditId);
  const values = {
    id,
    locale,
    otherId,
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
  const fits = sql`${isSlugFree(locale, slug, id)} and ${categoryExists(post.category_id)}
    and ${canBeTranslation(otherId, { id, locale })}`;
  await ctx.commit([
    insertWhere(ctx.db, posts, values, fits).onConflictDoNothing({ target: posts.id }),
    auditEvent(ctx, {
      id: auditId,
      action: "post.created",
      subject: auditSubject("post", id),
      detail: { state: getPostState(publishTs, ctx.now) },
    }),
    ...linkTranslation(ctx, id, otherId, guard),
    ...(publishTs === null ? [] : [saveSlug(ctx, { id, locale, slug }, guard)]),
    cancelDeletion(ctx.db, [postPictureFolder(id)], guard),
  ]);
}

/** A repeated form, as by a double click, returns the stored post; a different text is a conflict. */
function sentAgain({ now }: Ctx, stored: EditablePost, sent: unknown): Result<EditablePost> {
  const checked = validate(postSchema, sent);
  if (!checked.ok) return checked;
  const { slug, state, publish_at, ...words } = checked.value;
  const there = toPostInput(stored);
  const asked = state ?? (publish_at === null ? "draft" : "scheduled");
  const same =
    (Object.keys(words) as (keyof typeof words)[]).every((name) => words[name] === there[name]) &&
    (slug === "" || isSlugOfTitle(stored.slug, slug)) &&
    asked === getPostState(stored.publishTs, now) &&
    (asked !== "scheduled" || Date.parse(publish_at ?? "") === stored.publishTs);
  return same ? ok(stored) : refuse("conflict", { reason: "datastale" });
}
