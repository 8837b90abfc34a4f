import type { Ctx } from "@/context";
import { isLocale, type Locale } from "@/shared/i18n/locales";
import { ID_PATTERN } from "@/shared/ids";
import { formatLocalTime, parseLocalTime } from "@/shared/local-time";
import type { EditablePost } from "./editor-queries";

/** The fields of a post's form, each as text. `version` is empty for an unsaved post. */
const FIELDS = [
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
export type PostValues = Record<(typeof FIELDS)[number], string>;

/** The buttons' values; anything else saves the post in its present state. */
export const INTENTS = ["save", "draft", "publish", "schedule", "picture", "preview"] as const;
export type Intent = (typeof INTENTS)[number];

const EMPTY = Object.fromEntries(FIELDS.map((name) => [name, ""])) as PostValues;

/** The form of a new post, optionally the translation of another post. */
export const newValues = (
  ctx: Ctx,
  given: { locale: Locale; otherId: string; categoryId: string },
): PostValues => ({
  ...EMPTY,
  id: ctx.newId(),
  locale: given.locale,
  other_id: given.otherId,
  category_id: given.categoryId,
});

export const toPostValues = (post: EditablePost): PostValues => ({
  id: post.id,
  version: String(post.version),
  locale: post.locale,
  title: post.title,
  slug: post.slug,
  excerpt: post.excerpt,
  body: post.body,
  category_id: post.categoryId ?? "",
  cover: post.cover ?? "",
  cover_alt: post.coverAlt,
  other_id: post.otherId ?? "",
  publish_at: post.publishTs === null ? "" : formatLocalTime(post.publishTs),
  picture_alt: "",
});

/** A submitted form: the first value of a name, "" if absent. */
type TextFields = { text(name: string): string };

/** The typed values. An id that the site didn't issue is replaced, because pictures are stored under it. */
export function readPostValues(ctx: Ctx, form: TextFields): PostValues {
  const values = Object.fromEntries(FIELDS.map((name) => [name, form.text(name)])) as PostValues;
  return {
    ...values,
    id: ID_PATTERN.test(values.id) ? values.id : ctx.newId(),
    locale: isLocale(values.locale) ? values.locale : ctx.locale,
    body: values.body.replace(/\r\n?/g, "\n"),
    cover: form.text("no_cover") === "1" ? "" : values.cover,
  };
}

export function readIntent(form: TextFields): Intent {
  const asked = form.text("intent");
  return INTENTS.find((one) => one === asked) ?? "save";
}

/** The version that the form showed; -1, which no post has, for an invalid value. */
export const versionOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : -1);

/** The form as input of createPost and updatePost; `scheduled` says whether the saved post is scheduled. */
export function inputOfForm(values: PostValues, intent: Intent, scheduled: boolean) {
  const none = (text: string) => (text === "" ? null : text);
  const time = parseLocalTime(values.publish_at);
  const publish_at = time === null ? none(values.publish_at) : new Date(time).toISOString();
  const timed = intent === "schedule" || (intent === "save" && scheduled);
  return {
    locale: values.locale,
    title: values.title,
    slug: values.slug,
    excerpt: values.excerpt,
    body: values.body,
    category_id: none(values.category_id),
    cover: none(values.cover),
    cover_alt: values.cover_alt,
    other_id: none(values.other_id),
    ...(timed ? { state: "scheduled", publish_at } : { publish_at: null }),
    ...(intent === "publish" ? { state: "published" } : {}),
    ...(intent === "draft" ? { state: "draft" } : {}),
  };
}
