/** Lengths in UTF-16 units, as a browser's maxlength counts. `findMarkdownError` bounds the structure of the body. */
export const POST_BOUNDS = {
  title: { min: 10, max: 120 },
  excerpt: { max: 300 },
  slug: { max: 80 },
  alt: { max: 150 },
  body: { max: 40_000 },
  categoryName: { min: 2, max: 60 },
} as const;

/** The fields of a post's form, each as text. `version` is empty for an unsaved post. */
export const POST_FIELDS = [
  "id",
  "version",
  "locale",
  "title",
  "slug",
  "excerpt",
  "body",
  "category_id",
  "cover",
  "cover_alt",
  "other_id",
  "publish_at",
  "picture_alt",
] as const;
export type PostFormValues = Record<(typeof POST_FIELDS)[number], string>;
