import "./jitless";
import * as z from "zod";
import { POST_STATES } from "@/shared/codes";
import { LOCALES } from "@/shared/i18n/locales";
import { timestampSchema } from "./timestamp";

/** A post of the blog as JSON. */
export const postJsonSchema = z
  .object({
    _id: z.string(),
    slug: z.string(),
    locale: z.enum(LOCALES),
    title: z.string(),
    excerpt: z.string(),
    /** Markdown. */
    body: z.string(),
    category_id: z.string().nullable(),
    /** Its picture's path, as the storage calls name it; its bytes are at `/{path}`. */
    cover: z.string().nullable(),
    cover_alt: z.string(),
    /** The post that says the same in the other language. */
    other_id: z.string().nullable(),
    state: z.enum(POST_STATES),
    /** ISO 8601: when it comes out or came out; null for a draft. */
    publish_at: z.string().nullable(),
    /** Null until it is out. */
    published_ts: timestampSchema.nullable(),
    created_ts: timestampSchema,
    updated_ts: timestampSchema,
    /** When its words last changed since it is out. */
    edited_ts: timestampSchema.nullable(),
    /** Null once they closed their account for good. */
    author: z.object({ _id: z.string(), first_name: z.string(), last_name: z.string() }).nullable(),
    version: z.number().int(),
  })
  .meta({ id: "Post" });
export type PostJson = z.output<typeof postJsonSchema>;

/** A category of the blog as JSON, with its name in both languages. */
export const categoryJsonSchema = z
  .object({ _id: z.string(), name: z.object({ en: z.string(), ro: z.string() }) })
  .meta({ id: "Category" });
export type CategoryJson = z.output<typeof categoryJsonSchema>;

/** A page of posts, the newest first; `next` is the cursor of the page after it. */
export const postPageJsonSchema = z.object({ content: z.array(postJsonSchema), next: z.string().nullable() });

/** All categories; there are never so many that they would come in pages. */
export const categoryPageJsonSchema = z.object({ content: z.array(categoryJsonSchema), next: z.null() });
