import type { Ctx } from "@/context";
import { formatLocalTime, parseLocalTime } from "@/shared/dates";
import { isLocale, type Locale } from "@/shared/i18n/locales";
import { ID_PATTERN } from "@/shared/ids";
import { POST_FIELDS, type PostFormValues } from "@/shared/post-form";
import { toLocalTime } from "@/shared/typed-dates";
import type { PostDetails } from "../find-post";

/** The buttons' values; anything else saves the post in its current state. */
const INTENTS = ["save", "draft", "publish", "schedule", "picture", "preview"] as const;
export type Intent = (typeof INTENTS)[number];

const EMPTY = Object.fromEntries(POST_FIELDS.map((name) => [name, ""])) as PostFormValues;

/** The form of a new post, optionally the translation of another post. */
export const newPostValues = (
  ctx: Ctx,
  initial: { locale: Locale; translationId: string; categoryId: string },
): PostFormValues => ({
  ...EMPTY,
  id: ctx.newId(),
  locale: initial.locale,
  other_id: initial.translationId,
  category_id: initial.categoryId,
});

export const toPostValues = (post: PostDetails): PostFormValues => ({
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
  other_id: post.translationId ?? "",
  publish_at: post.publishTs === null ? "" : formatLocalTime(post.publishTs),
  picture_alt: "",
});

/** A submitted form: the first value of a name, "" if absent. */
type TextFields = { text(name: string): string };

/** The typed values. An id that the site didn't issue is replaced, because pictures are stored under it. */
export function readPostValues(ctx: Ctx, form: TextFields): PostFormValues {
  const values = Object.fromEntries(POST_FIELDS.map((name) => [name, form.text(name)])) as PostFormValues;
  return {
    ...values,
    id: ID_PATTERN.test(values.id) ? values.id : ctx.newId(),
    locale: isLocale(values.locale) ? values.locale : ctx.locale,
    publish_at: toLocalTime(values.publish_at, ctx.locale),
    body: values.body.replace(/\r\n?/g, "\n"),
    cover: form.text("no_cover") === "1" ? "" : values.cover,
  };
}

export function readIntent(form: TextFields): Intent {
  const value = form.text("intent");
  return INTENTS.find((intent) => intent === value) ?? "save";
}

/** The form as input of createPost and updatePost; `isScheduled`: the saved post is scheduled. */
export function toSubmittedPost(values: PostFormValues, intent: Intent, isScheduled: boolean) {
  const orNull = (text: string) => (text === "" ? null : text);
  const time = parseLocalTime(values.publish_at);
  const publish_at = time === null ? orNull(values.publish_at) : new Date(time).toISOString();
  const isTimed = intent === "schedule" || (intent === "save" && isScheduled);
  return {
    locale: values.locale,
    title: values.title,
    slug: values.slug,
    excerpt: values.excerpt,
    body: values.body,
    category_id: orNull(values.category_id),
    cover: orNull(values.cover),
    cover_alt: values.cover_alt,
    other_id: orNull(values.other_id),
    ...(isTimed ? { state: "scheduled", publish_at } : { publish_at: null }),
    ...(intent === "publish" ? { state: "published" } : {}),
    ...(intent === "draft" ? { state: "draft" } : {}),
  };
}
