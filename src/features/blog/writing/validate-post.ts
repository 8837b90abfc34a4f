import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "@/context";
import { blogCategories } from "@/db/schema";
import { type FieldError, invalid, ok, type Result } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { type PostInput, postSchema } from "@/shared/schemas/post";
import { hasBlogPicture } from "../blog-pictures";
import type { PostDetails } from "../find-post";
import { getPostState } from "../find-post";
import { findMarkdownError, MAX_BODY_LENGTH } from "../markdown/markdown-bounds";
import { canBeTranslationSql } from "./translations";

const bodySchema = z.pick(postSchema, { body: true });
const timingSchema = z.pick(postSchema, { state: true, publish_at: true });

export type ValidatedPost = PostInput & { publishTs: number | null };

export const toPostColumns = (post: ValidatedPost) => ({
  title: post.title,
  excerpt: post.excerpt,
  body: post.body,
  categoryId: post.category_id,
  cover: post.cover,
  coverAlt: post.cover_alt,
  translationId: post.other_id,
  publishTs: post.publishTs,
});

/**
 * Validates a post's input: fields by the schema, Markdown bounds, existing category, cover and translation, a future
 * time. `current` is the stored post, null for a new one.
 */
export async function validatePost(
  ctx: Ctx,
  { id, current }: { id: string; current: PostDetails | null },
  input: unknown,
): Promise<Result<ValidatedPost>> {
  const validated = validate(postSchema, input);
  // Text and time are validated even if other fields are invalid, so that the form shows all errors.
  const body = validate(bodySchema, input);
  const timing = validate(timingSchema, input);
  const time = timing.ok ? computePublishTs(timing.value, current?.publishTs ?? null, ctx.now) : timing;
  const bodyAndTimeErrors = [
    // A time is rejected only if the post is to be published.
    ...(body.ok ? findBodyErrors(body.value.body, !time.ok || time.value !== null) : []),
    ...(timing.ok && !time.ok ? (time.refusal.fields ?? []) : []),
  ];
  if (!validated.ok) return invalid([...(validated.refusal.fields ?? []), ...bodyAndTimeErrors]);
  const post = validated.value;
  const errors = [
    ...(current && current.locale !== post.locale ? [{ field: "locale", code: "locale_fixed" }] : []),
    ...bodyAndTimeErrors,
    ...(await findRelationErrors(ctx, id, current, post)),
  ];
  if (errors.length > 0 || !time.ok) return invalid(errors);
  return ok({ ...post, publishTs: time.value });
}

function findBodyErrors(body: string, willBePublished: boolean): FieldError[] {
  if (body === "") return willBePublished ? [{ field: "body", code: "required" }] : [];
  const problem = findMarkdownError(body);
  if (problem === null) return [];
  const params = problem === "too_long" ? { params: { max: MAX_BODY_LENGTH } } : {};
  return [{ field: "body", code: problem, ...params }];
}

async function findRelationErrors(
  ctx: Ctx,
  id: string,
  current: PostDetails | null,
  { locale, category_id, cover, cover_alt, other_id }: PostInput,
): Promise<FieldError[]> {
  const [[relations], hasCover] = await Promise.all([
    ctx.db.all<{ category: number; translation: number }>(
      sql`select ${categoryExistsSql(category_id)} as category, ${canBeTranslationSql(other_id, { id, locale })} as translation`,
    ),
    cover === null || cover === current?.cover || hasBlogPicture(ctx, id, cover),
  ]);
  return [
    ...(relations?.category ? [] : [{ field: "category_id", code: "invalid_choice" }]),
    ...(hasCover ? [] : [{ field: "cover", code: "picture_missing" }]),
    ...(cover !== null && cover_alt === "" ? [{ field: "cover_alt", code: "required" }] : []),
    ...(relations?.translation ? [] : [{ field: "other_id", code: "invalid_choice" }]),
  ];
}

/** Whether the category exists when the write runs; true for none. */
export const categoryExistsSql = (id: string | null) =>
  id === null ? sql`1` : sql`exists (select 1 from ${blogCategories} where ${blogCategories.id} = ${id})`;

/**
 * When a post is published, with `current` as its time so far (null: a draft). A published post keeps its time unless
 * it is unpublished or rescheduled. @returns null for a draft; `invalid` for a missing or past time
 */
function computePublishTs(
  { state, publish_at }: Pick<PostInput, "state" | "publish_at">,
  current: number | null,
  now: number,
): Result<number | null> {
  const requestedTs = publish_at === null ? null : Date.parse(publish_at);
  const requestedState = state ?? (requestedTs === null ? getPostState(current, now) : "scheduled");
  if (requestedState === "draft") return ok(null);
  if (requestedState === "published") return ok(getPostState(current, now) === "published" ? current : now);
  const ts = requestedTs ?? current;
  if (ts === null) return invalid([{ field: "publish_at", code: "required" }]);
  // A published post may repeat its own past time.
  if (ts <= now && ts !== current) return invalid([{ field: "publish_at", code: "not_future" }]);
  return ok(ts);
}
