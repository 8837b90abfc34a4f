import { Hono } from "hono";
import * as z from "zod/mini";
import { isAdmin, requireAdmin } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { describeRoute } from "@/http/describe-route";
import { POST_STATES } from "@/shared/codes";
import { Refused } from "@/shared/errors";
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

// The API descriptions of the routes.
const LOCALE = { name: "locale", in: "query", schema: z.optional(z.enum(LOCALES)) } as const;
const optional = (name: string) => ({ name, in: "query", schema: z.optional(z.string()) }) as const;
const PUBLIC_READ = { tag: "posts", auth: ["bearer"], anonymous: true } as const;

const FIND_POSTS = {
  ...PUBLIC_READ,
  parameters: [
    LOCALE,
    optional("category"),
    { name: "state", in: "query", schema: z.optional(z.enum(POST_STATES)) },
    optional("after"),
  ],
  responses: { 200: { schema: postListResponseSchema } },
  problems: ["unauthenticated", "forbidden"],
} as const;

const GET_POST = {
  ...PUBLIC_READ,
  parameters: [{ name: "id", in: "path" }, LOCALE],
  responses: { 200: { schema: contentSchema(postJsonSchema) } },
  problems: ["unauthenticated", "not_found"],
} as const;

const FIND_CATEGORIES = {
  tag: "posts",
  responses: { 200: { schema: categoryListResponseSchema } },
} as const;

/** The blog as JSON for readers; admins also read unpublished posts. */
export const blogApi = new Hono<AppEnv>();

const findCode = <T extends string>(codes: readonly T[], value: string | undefined): T | undefined =>
  codes.find((code) => code === value);

blogApi.get(paths.apiPosts(), describeRoute(FIND_POSTS), async (c) => {
  const { ctx } = c.var;
  const state = findCode(POST_STATES, c.req.query("state")) ?? "published";
  if (state !== "published") requireAdmin(ctx);
  const locale = findCode(LOCALES, c.req.query("locale"));
  const filter = { state, locales: locale ? [locale] : LOCALES, category: c.req.query("category") || null };
  const { rows, next } = await listPostsInState(ctx, filter, c.req.query("after"));
  c.header("cache-control", "no-store");
  return c.json({ content: rows.map((post) => serializePost(post, ctx.now)), next });
});

/** By id or, for readers, by slug. */
blogApi.get(paths.apiPost(":id"), describeRoute(GET_POST), async (c) => {
  const { ctx } = c.var;
  const locale = findCode(LOCALES, c.req.query("locale")) ?? ctx.locale;
  const isVisible = isAdmin(ctx.user)
    ? () => true
    : (post: { publishTs: number | null }) => isPublished(post, ctx.now);
  const post = await findPostByKey(ctx, { key: c.req.param("id") ?? "", locale }, isVisible);
  if (!post) throw new Refused({ code: "not_found" });
  c.header("cache-control", "no-store");
  return c.json({ content: serializePost(post, ctx.now) });
});

blogApi.get(paths.apiCategories(), describeRoute(FIND_CATEGORIES), async (c) => {
  c.header("cache-control", "no-store");
  return c.json({ content: (await listCategories(c.var.ctx)).map(serializeCategory), next: null });
});
