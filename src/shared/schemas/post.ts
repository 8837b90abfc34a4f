import "./jitless";
import * as z from "zod/mini";
import { POST_STATES } from "@/shared/codes";
import { LOCALES } from "@/shared/i18n/locales";
import { ID_PATTERN } from "@/shared/ids";
import { POST_BOUNDS } from "@/shared/post-form";
import { normaliseLine, normaliseText, toSlug } from "@/shared/text";

const { title, excerpt, alt, categoryName } = POST_BOUNDS;
const line = (max: number) => z.string().check(z.overwrite(normaliseLine), z.maxLength(max));
const id = z.string().check(z.regex(ID_PATTERN, "invalid_choice"));
const nullable = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.nullish(schema),
    z.transform((value) => value ?? null),
  );

/** A slug from text, cut between words. */
export function toPostSlug(text: string): string {
  const whole = toSlug(text);
  if (whole.length <= POST_BOUNDS.slug.max) return whole;
  const cut = whole.slice(0, POST_BOUNDS.slug.max + 1);
  return cut.slice(0, Math.max(cut.lastIndexOf("-"), 0)) || whole.slice(0, POST_BOUNDS.slug.max);
}

/** The file of a post's picture, from its name, its path or its URL. */
const picture = z.string().check(
  z.overwrite((text) => (text.split(/[?#]/)[0] ?? "").split("/").at(-1) ?? ""),
  z.regex(/^[a-z0-9][a-z0-9-]{0,63}\.webp$/, "invalid_choice"),
);

/**
 * A post as forms and calls send it. An empty `slug` means: made from the title. Without `state` it keeps its state,
 * and a new post is a draft. Only `scheduled` needs `publish_at`.
 */
export const postSchema = z.object({
  locale: z.enum(LOCALES),
  title: z.string().check(z.overwrite(normaliseLine), z.minLength(title.min), z.maxLength(title.max)),
  slug: z._default(z.string().check(z.overwrite(toPostSlug)), ""),
  excerpt: z._default(line(excerpt.max), ""),
  /** Markdown. */
  body: z._default(z.string().check(z.overwrite((text) => normaliseText(text.replace(/\r\n?/g, "\n")))), ""),
  category_id: nullable(z.string().check(z.maxLength(POST_BOUNDS.slug.max))),
  cover: nullable(picture),
  /** Alternative text of the cover. */
  cover_alt: z._default(line(alt.max), ""),
  /** The post's translation. */
  other_id: nullable(id),
  state: z.optional(z.enum(POST_STATES)),
  publish_at: nullable(z.iso.datetime({ offset: true, message: "not_time" })),
});
export type PostInput = z.output<typeof postSchema>;

/** The version that the caller saw; without it the call overwrites any version. */
const version = z.optional(z.int().check(z.gte(1)));

/**
 * POST /api/posts. The caller may choose `_id`, so that pictures can be stored before, and a repeated request creates
 * one post.
 */
export const createPostRequestSchema = z.extend(postSchema, { _id: z.optional(id) });

/** PUT /api/posts/{id}: fields left out stay unchanged. */
export const updatePostRequestSchema = z.extend(z.partial(postSchema), { version });

/** DELETE /api/posts/{id}?version= */
export const deletePostQuerySchema = z.object({
  version: z
    .optional(z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number)))
    .check(z.describe("The version that you read; without it, any version is deleted.")),
});

const name = z
  .string()
  .check(z.overwrite(normaliseLine), z.minLength(categoryName.min), z.maxLength(categoryName.max));

/** A category with its names in both languages. */
export const categorySchema = z.object({ name: z.object({ en: name, ro: name }) });
export type CategoryInput = z.output<typeof categorySchema>;
