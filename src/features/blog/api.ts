import { Hono } from "hono";
import { isAdmin, requireAdmin } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { describeRoute } from "@/http/describe-route";
import { POST_STATES } from "@/shared/codes";
import { Refused } from "@/shared/errors";
import { LOCALES } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { findAddressed, isPublished } from "./find-post";
import { findPostsInState } from "./posts-in-state";
import { findCategories } from "./queries";
import { FIND_CATEGORIES, FIND_POSTS, GET_POST } from "./read-calls";
import { serializeCategory, serializePost } from "./serialize-post";

/** The blog as JSON for readers; admins also read unpublished posts. */
export const blogApi = new Hono<AppEnv>();

const oneOf = <T extends string>(codes: readonly T[], given: string | undefined): T | undefined =>
  codes.find((code) => code === given);

blogApi.get(paths.apiPosts(), describeRoute(FIND_POSTS), async (c) => {
  const { ctx } = c.var;
  const state = oneOf(POST_STATES, c.req.query("state")) ?? "published";
  if (state !== "published") requireAdmin(ctx);
  const locale = oneOf(LOCALES, c.req.query("locale"));
  const asked = { state, locales: locale ? [locale] : LOCALES, category: c.req.query("category") || null };
  const { rows, next } = await findPostsInState(ctx, asked, c.req.query("after"));
  c.header("cache-control", "no-store");
  return c.json({ content: rows.map((post) => serializePost(post, ctx.now)), next });
});

/** By id or, for readers, by slug. */
blogApi.get(paths.apiPost(":id"), describeRoute(GET_POST), async (c) => {
  const { ctx } = c.var;
  const locale = oneOf(LOCALES, c.req.query("locale")) ?? ctx.locale;
  const seen = isAdmin(ctx.user)
    ? () => true
    : (post: { publishTs: number | null }) => isPublished(post, ctx.now);
  const post = await findAddressed(ctx, { key: c.req.param("id") ?? "", locale }, seen);
  if (!post) throw new Refused({ code: "not_found" });
  c.header("cache-control", "no-store");
  return c.json({ content: serializePost(post, ctx.now) });
});

blogApi.get(paths.apiCategories(), describeRoute(FIND_CATEGORIES), async (c) => {
  c.header("cache-control", "no-store");
  return c.json({ content: (await findCategories(c.var.ctx)).map(serializeCategory), next: null });
});
