import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "@/context";
import { DEFAULT_MAX_BODY_BYTES } from "@/http/body-limit";
import { declareCall } from "@/http/declare-call";
import type { RouteOptions } from "@/http/route-options";
import { getOrThrow } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { contentSchema } from "@/shared/schemas/json";
import {
  categorySchema,
  createPostRequestSchema,
  deletePostQuerySchema,
  updatePostRequestSchema,
} from "@/shared/schemas/post";
import { categoryJsonSchema, postJsonSchema } from "@/shared/schemas/post-json";
import { serializePost } from "../serialize-post";
import { createPost } from "./create-post";
import { deleteCategory } from "./delete-category";
import { deletePost } from "./delete-post";
import { type SavedCategory, saveCategory } from "./save-category";
import { updatePost } from "./update-post";

/** Posts and their categories, written by admins. */
export const blogWriteApi = new Hono<AppEnv>();
/** Bytes: several times the allowed length, so that the response can name the limit. */
const MAX_POST = 4 * 1024 ** 2;
const POST_OPTIONS: RouteOptions = { maxBody: ({ user }) => (user ? MAX_POST : DEFAULT_MAX_BODY_BYTES) };

const POST_FIELDS = {
  locale: "Language of the post; it can’t be changed",
  title: "Title, 10 to 120 characters",
  slug: "Last segment of its URL; derived from the title if empty",
  excerpt: "One or two sentences for lists and search engines",
  body: "Text in Markdown",
  category_id: "ID of its category",
  cover: "Path of one of its stored pictures",
  cover_alt: "Description of the cover, required with a cover",
  other_id: "ID of the translation in the other language",
  state: "New state",
  publish_at: "Publication time (ISO 8601)",
};

const postSchema = contentSchema(postJsonSchema);
const savedCategorySchema = contentSchema(categoryJsonSchema);

declareCall(blogWriteApi, {
  method: "POST",
  path: paths.apiPosts(),
  tag: "posts",
  summary: "Create a post",
  description:
    "Without a `state` the post is a draft; with `publish_at` it is scheduled. Publishing requires a `body`. To upload pictures first, choose an `_id` (16 characters of `0-9a-z` without `i`, `l`, `o`, `u`) and store them under `images/blog/{_id}/`.",
  fields: {
    ...POST_FIELDS,
    _id: "ID chosen by the caller, so that repeating the call creates one post",
  },
  access: "admin",
  options: POST_OPTIONS,
  idempotent: true,
  rawBody: createPostRequestSchema,
  responses: { 201: { description: "The post.", schema: postSchema } },
  async handler({ ctx, submissionId, rawBody: { _id, ...post } }) {
    const { _id: id = submissionId ?? ctx.newId() } = getOrThrow(
      validate(z.pick(createPostRequestSchema, { _id: true }), { _id }),
    );
    const created = getOrThrow(await createPost(ctx, { id, post }));
    return { content: serializePost(created, ctx.now) };
  },
});

declareCall(blogWriteApi, {
  method: "PUT",
  path: paths.apiPost(":id"),
  tag: "posts",
  summary: "Update a post",
  description:
    "Omitted fields stay unchanged. `state` publishes the post, schedules it for `publish_at`, or makes it a draft again. A draft’s slug follows its title; otherwise only a new `slug` changes it, and the earlier one redirects to it. Without a `version` the post is overwritten.",
  fields: {
    ...POST_FIELDS,
    version: "The version that you read",
  },
  access: "admin",
  options: POST_OPTIONS,
  rawBody: updatePostRequestSchema,
  responses: {
    200: { description: "The updated post.", schema: postSchema },
    409: "The post was changed by another request (`datastale`).",
  },
  async handler({ ctx, id, rawBody: { version, ...post } }) {
    const options = getOrThrow(validate(z.pick(updatePostRequestSchema, { version: true }), { version }));
    const updated = getOrThrow(await updatePost(ctx, { id, ...options, post }));
    return { content: serializePost(updated, ctx.now) };
  },
});

declareCall(blogWriteApi, {
  method: "DELETE",
  path: paths.apiPost(":id"),
  tag: "posts",
  summary: "Delete a post",
  description: "Deletes the post permanently, with its pictures and URLs. Its translation stays.",
  access: "admin",
  query: deletePostQuerySchema,
  responses: {
    204: { description: "The post was deleted." },
    409: "The post was changed by another request (`datastale`).",
  },
  async handler({ ctx, id, query }) {
    getOrThrow(await deletePost(ctx, { id, ...query }));
  },
});

declareCall(blogWriteApi, {
  method: "POST",
  path: paths.apiCategories(),
  tag: "posts",
  summary: "Create a category",
  description: "The ID is derived from the English name and never changes.",
  fields: { name: "Name in each language" },
  access: "admin",
  idempotent: true,
  rawBody: categorySchema,
  responses: { 201: { description: "The category.", schema: savedCategorySchema } },
  handler: async ({ ctx, rawBody }) => toCategoryJson(getOrThrow(await saveCategory(ctx, null, rawBody))),
});

declareCall(blogWriteApi, {
  method: "PUT",
  path: paths.apiCategory(":id"),
  tag: "posts",
  summary: "Rename a category",
  fields: { name: "Name in each language" },
  access: "admin",
  anyId: true,
  rawBody: categorySchema,
  responses: { 200: { description: "The renamed category.", schema: savedCategorySchema } },
  problems: ["not_found"],
  handler: async ({ ctx, id, rawBody }) => toCategoryJson(getOrThrow(await saveCategory(ctx, id, rawBody))),
});

declareCall(blogWriteApi, {
  method: "DELETE",
  path: paths.apiCategory(":id"),
  tag: "posts",
  summary: "Delete a category",
  access: "admin",
  anyId: true,
  responses: {
    204: { description: "The category was deleted." },
    409: "The category has posts (`category_in_use`).",
  },
  problems: ["not_found"],
  async handler({ ctx, id }) {
    getOrThrow(await deleteCategory(ctx, id));
  },
});

const toCategoryJson = ({ id, name }: SavedCategory) => ({ content: { _id: id, name } });
