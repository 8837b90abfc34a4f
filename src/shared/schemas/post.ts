import "./jitless";
import * as z from "zod";
import { POST_STATES } from "@/shared/codes";
import { LOCALES } from "@/shared/i18n/locales";
import { ID_PATTERN } from "@/shared/ids";
import { normaliseLine, normaliseText, slug } from "@/shared/text";

/** Lengths in UTF-16 units, as a browser's maxlength counts. How long a body may be, the Markdown reader says. */
export const POST_BOUNDS = {
  title: { minimum: 10, maximum: 120 },
  excerpt: { maximum: 300 },
  slug: { maximum: 80 },
  alt: { maximum: 150 },
  categoryName: { minimum: 2, maximum: 60 },
} as const;

const { title, excerpt, alt, categoryName } = POST_BOUNDS;
const line = (maximum: number) => z.string().overwrite(normaliseLine).max(maximum);
const id = z.string().regex(ID_PATTERN, "invalid_choice");
const nothing = <S extends z.ZodType>(schema: S) => schema.nullish().transform((given) => given ?? null);

/** Words for an address, cut where one ends so that they stay readable. */
export function postSlug(text: string): string {
  const whole = slug(text);
  if (whole.length <= POST_BOUNDS.slug.maximum) return whole;
  const cut = whole.slice(0, POST_BOUNDS.slug.maximum + 1);
  return cut.slice(0, Math.max(cut.lastIndexOf("-"), 0)) || whole.slice(0, POST_BOUNDS.slug.maximum);
}

/** The file of a picture of the post: by its name, or by the path or the address that the storage calls gave. */
const picture = z
  .string()
  .overwrite((text) => (text.split(/[?#]/)[0] ?? "").split("/").at(-1) ?? "")
  .regex(/^[a-z0-9][a-z0-9-]{0,63}\.webp$/, "invalid_choice");

/**
 * A post as its form and its calls send it. `slug` empty means: made from the title. Without a `state` it stays what it
 * is, a new one a draft; `scheduled` needs `publish_at`, and so does nothing else.
 */
export const postSchema = z.object({
  locale: z.enum(LOCALES),
  title: z.string().overwrite(normaliseLine).min(title.minimum).max(title.maximum),
  slug: z.string().overwrite(postSlug).default(""),
  excerpt: line(excerpt.maximum).default(""),
  /** Markdown. */
  body: z
    .string()
    .overwrite((text) => normaliseText(text.replace(/\r\n?/g, "\n")))
    .default(""),
  category_id: nothing(z.string().max(POST_BOUNDS.slug.maximum)),
  cover: nothing(picture),
  /** What the cover shows, for those who do not see it. */
  cover_alt: line(alt.maximum).default(""),
  /** The post that says the same in the other language. */
  other_id: nothing(id),
  state: z.enum(POST_STATES).optional(),
  publish_at: nothing(z.iso.datetime({ offset: true, message: "not_time" })),
});
export type PostInput = z.output<typeof postSchema>;

/** The version that the caller saw; without one the call writes over whatever stands there. */
const version = z.int().min(1).optional();

/** POST /api/posts; `_id` as drawn by the caller, so that pictures may be stored before and a post sent twice is one. */
export const createPostCall = postSchema.extend({ _id: id.optional() });

/** PUT /api/posts/{id}: what is left out stays as it is. */
export const updatePostCall = postSchema.partial().extend({ version });

/** DELETE /api/posts/{id}?version= */
export const deletePostQuery = z.object({
  version: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional(),
});

const name = z.string().overwrite(normaliseLine).min(categoryName.minimum).max(categoryName.maximum);

/** A category by its names in both languages. */
export const categorySchema = z.object({ name: z.object({ en: name, ro: name }) });
export type CategoryInput = z.output<typeof categorySchema>;
