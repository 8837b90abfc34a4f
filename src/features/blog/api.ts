import { Hono } from "hono";
import * as z from "zod/mini";
import { isAdmin, requireAdmin } from "@/auth/access";
import type { AppEnv } from "@/context";
import { CURSOR, declareCall } from "@/http/declare-call";
import { POST_STATES } from "@/shared/codes";
import { getFound } from "@/shared/errors";
import { LOCALES } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { contentSchema } from "@/shared/schemas/json";
import {
  categoryListResponseSchema,
  postJsonSchema,
  postListResponseSchema,
} from "@/shared/schemas/post-json";
import { findPostByKey, isPublished } from "./find-post";
import { listCategories, listPostsInState } from "./queries";
import { serializeCategory, serializePost } from "./serialize-post";

/** The blog as JSON for readers; admins also read unpublished posts. */
export const blogApi = new Hono<AppEnv>();

const findCode = <T extends string>(codes: readonly T[], value: string | undefined): T | undefined =>
  codes.find((code) => code === value);

declareCall(blogApi, {
  method: "GET",
  path: paths.apiPosts(),
  tag: "posts",
  summary: "List blog posts",
  description:
    "Published posts, newest first, 10 per page, in both languages unless `locale` is set. Admins can request another `state`.",
  access: "optional",
  rawQuery: {
    locale: z.optional(z.enum(LOCALES)).check(z.describe("`en` or `ro`.")),
    category: z.optional(z.string()).check(z.describe("ID of a category.")),
    state: z
      .optional(z.enum(POST_STATES))
      .check(z.describe("`draft`, `scheduled` or `published` (default).")),
    after: CURSOR,
  },
  responses: { 200: { description: "A page of posts.", schema: postListResponseSchema } },
  problems: ["forbidden"],
  async handler({ c, ctx }) {
    const state = findCode(POST_STATES, c.req.query("state")) ?? "published";
    if (state !== "published") requireAdmin(ctx);
    const locale = findCode(LOCALES, c.req.query("locale"));
    const filter = { state, locales: locale ? [locale] : LOCALES, category: c.req.query("category") || null };
    const { rows, next } = await listPostsInState(ctx, filter, c.req.query("after"));
    return { content: rows.map((post) => serializePost(post, ctx.now)), next };
  },
});

declareCall(blogApi, {
  method: "GET",
  path: paths.apiPost(":id"),
  tag: "posts",
  summary: "Get a blog post",
  description: "Admins can read posts in any state, others only published posts.",
  access: "optional",
  params: { id: "ID or slug of the post; earlier slugs work too." },
  anyId: true,
  rawQuery: {
    locale: z.optional(z.enum(LOCALES)).check(z.describe("Language of the slug, if both languages have it.")),
  },
  responses: { 200: { description: "The post.", schema: contentSchema(postJsonSchema) } },
  problems: ["not_found"],
  async handler({ c, ctx, id }) {
    const locale = findCode(LOCALES, c.req.query("locale")) ?? ctx.locale;
    const isVisible = isAdmin(ctx.user)
      ? () => true
      : (post: { publishTs: number | null }) => isPublished(post, ctx.now);
    const post = getFound(await findPostByKey(ctx, { key: id, locale }, isVisible));
    return { content: serializePost(post, ctx.now) };
  },
});

declareCall(blogApi, {
  method: "GET",
  path: paths.apiCategories(),
  tag: "posts",
  summary: "List blog categories",
  access: "public",
  responses: { 200: { description: "All categories, by name.", schema: categoryListResponseSchema } },
  handler: async ({ ctx }) => ({ content: (await listCategories(ctx)).map(serializeCategory), next: null }),
});
