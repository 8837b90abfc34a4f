import "./jitless";
import * as z from "zod";
import { POST_STATES } from "@/shared/codes";
import { LOCALES } from "@/shared/i18n/locales";
import { ID_PATTERN } from "@/shared/ids";
import { POST_BOUNDS } from "@/shared/post-form";
import { normaliseLine, normaliseText, toSlug } from "@/shared/text";

const { title, excerpt, alt, categoryName } = POST_BOUNDS;
const line = (max: number) => z.string().overwrite(normaliseLine).max(max);
const id = z.string().regex(ID_PATTERN, "invalid_choice");
const nullable = <S extends z.ZodType>(schema: S) => schema.nullish().transform((value) => value ?? null);

/** A slug from text, cut between words. */
export function toPostSlug(text: string): string {
  const whole = toSlug(text);
  if (whole.length <= POST_BOUNDS.slug.max) return whole;
  const cut = whole.slice(0, POST_BOUNDS.slug.max + 1);
  return cut.slice(0, Math.max(cut.lastIndexOf("-"), 0)) || whole.slice(0, POST_BOUNDS.slug.max);
}

/** The file of a post's picture, from its name, its path or its URL. */
const picture = z
  .string()
  .overwrite((text) => (text.split(/[?#]/)[0] ?? "").split("/").at(-1) ?? "")
  .regex(/^[a-z0-9][a-z0-9-]{0,63}\.webp$/, "invalid_choice");

/**
 * A post as forms and calls send it. An empty `slug` means: made from the title. Without `state` it keeps its state,
 * and a new post is a draft. Only `scheduled` needs `publish_at`.
 */
export const postSchema = z.object({
  locale: z.enum(LOCALES),
  title: z.string().overwrite(normaliseLine).min(title.min).max(title.max),
  slug: z.string().overwrite(toPostSlug).default(""),
  excerpt: line(excerpt.max).default(""),
  /** Markdown. */
  body: z
    .string()
    .overwrite((text) => normaliseText(text.replace(/\r\n?/g, "\n")))
    .default(""),
  category_id: nullable(z.string().max(POST_BOUNDS.slug.max)),
  cover: nullable(picture),
  /** Alternative text of the cover. */
  cover_alt: line(alt.max).default(""),
  /** The post's translation. */
  other_id: nullable(id),
  state: z.enum(POST_STATES).optional(),
  publish_at: nullable(z.iso.datetime({ offset: true, message: "not_time" })),
});
export type PostInput = z.output<typeof postSchema>;

/** The version that the caller saw; without it the call overwrites any version. */
const version = z.int().min(1).optional();

/**
 * POST /api/posts. The caller may choose `_id`, so that pictures can be stored before, and a repeated request creates
 * one post.
 */
export const createPostRequestSchema = postSchema.extend({ _id: id.optional() });

/** PUT /api/posts/{id}: fields left out stay unchanged. */
export const updatePostRequestSchema = postSchema.partial().extend({ version });

/** DELETE /api/posts/{id}?version= */
export const deletePostQuerySchema = z.object({
  version: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional(),
});

const name = z.string().overwrite(normaliseLine).min(categoryName.min).max(categoryName.max);

/** A category with its names in both languages. */
export const categorySchema = z.object({ name: z.object({ en: name, ro: name }) });
export type CategoryInput = z.output<typeof categorySchema>;
