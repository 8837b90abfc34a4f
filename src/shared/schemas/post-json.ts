import "./jitless";
import * as z from "zod/mini";
import { POST_STATES } from "@/shared/codes";
import { LOCALES } from "@/shared/i18n/locales";
import { timestampSchema } from "./json";

/** A blog post as JSON. */
export const postJsonSchema = z
  .object({
    _id: z.string(),
    slug: z.string(),
    locale: z.enum(LOCALES),
    title: z.string(),
    excerpt: z.string(),
    /** Markdown. */
    body: z.string(),
    category_id: z.nullable(z.string()),
    /** The cover's path, as in the storage calls; its bytes are at `/{path}`. */
    cover: z.nullable(z.string()),
    cover_alt: z.string(),
    /** The post's translation. */
    other_id: z.nullable(z.string()),
    state: z.enum(POST_STATES),
    /** ISO 8601 time of publication; null for a draft. */
    publish_at: z.nullable(z.string()),
    /** Null until it is published. */
    published_ts: z.nullable(timestampSchema),
    created_ts: timestampSchema,
    updated_ts: timestampSchema,
    /** The last change of its text after publication. */
    edited_ts: z.nullable(timestampSchema),
    /** Null once erased. */
    author: z.nullable(z.object({ _id: z.string(), first_name: z.string(), last_name: z.string() })),
    version: z.int(),
  })
  .register(z.globalRegistry, { id: "Post" });
export type PostJson = z.output<typeof postJsonSchema>;

/** A blog category as JSON, with its name in both languages. */
export const categoryJsonSchema = z
  .object({ _id: z.string(), name: z.object({ en: z.string(), ro: z.string() }) })
  .register(z.globalRegistry, { id: "Category" });
export type CategoryJson = z.output<typeof categoryJsonSchema>;

/** A page of posts, the newest first; `next` is the next page's cursor. */
export const postListResponseSchema = z.object({
  content: z.array(postJsonSchema),
  next: z.nullable(z.string()),
});

/** All categories; they are few, so there is only one page. */
export const categoryListResponseSchema = z.object({ content: z.array(categoryJsonSchema), next: z.null() });
