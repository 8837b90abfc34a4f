import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { requireAdmin } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { DEFAULT_MAX_BODY_BYTES } from "@/http/body-limit";
import { describeRoute } from "@/http/describe-route";
import { idempotent } from "@/http/idempotency";
import { idParam, readJson } from "@/http/requests";
import { problem } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { Refused } from "@/shared/errors";
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
import { findPostInAnyState } from "../find-post";
import { serializePost } from "../serialize-post";
import { createPost } from "./create-post";
import { deleteCategory } from "./delete-category";
import { deletePost } from "./delete-post";
import { type SavedCategory, saveCategory } from "./save-category";
import { updatePost } from "./update-post";

/** Posts and their categories, written by admins. */
export const blogWriteApi = new Hono<AppEnv>();
type C = Context<AppEnv>;

// The API descriptions of the routes.
const ID = { name: "id", in: "path" } as const;
const BEARER = ["bearer"] as const;
const POST = { schema: contentSchema(postJsonSchema) };
const CATEGORY = { schema: contentSchema(categoryJsonSchema) };

const CREATE_POST = {
  tag: "posts",
  auth: BEARER,
  idempotent: true,
  body: { schema: createPostRequestSchema },
  responses: { 201: POST },
  problems: ["unauthenticated", "forbidden", "invalid"],
} as const;

const UPDATE_POST = {
  tag: "posts",
  auth: BEARER,
  parameters: [ID],
  body: { schema: updatePostRequestSchema },
  responses: { 200: POST },
  problems: ["unauthenticated", "forbidden", "not_found", "conflict", "invalid"],
} as const;

const DELETE_POST = {
  tag: "posts",
  auth: BEARER,
  parameters: [ID, { name: "version", in: "query", schema: z.optional(z.int().check(z.gte(1))) }],
  responses: { 204: {} },
  problems: ["unauthenticated", "forbidden", "not_found", "conflict", "invalid"],
} as const;

const CREATE_CATEGORY = {
  tag: "posts",
  auth: BEARER,
  idempotent: true,
  body: { schema: categorySchema },
  responses: { 201: CATEGORY },
  problems: ["unauthenticated", "forbidden", "invalid"],
} as const;

const UPDATE_CATEGORY = {
  tag: "posts",
  auth: BEARER,
  parameters: [ID],
  body: { schema: categorySchema },
  responses: { 200: CATEGORY },
  problems: ["unauthenticated", "forbidden", "not_found", "invalid"],
} as const;

const DELETE_CATEGORY = {
  tag: "posts",
  auth: BEARER,
  parameters: [ID],
  responses: { 204: {} },
  problems: ["unauthenticated", "forbidden", "not_found", "conflict"],
} as const;

/** Bytes: several times the allowed length, so that the response can name the limit. */
const MAX_POST = 4 * 1024 ** 2;
const POST_CALL = routeOptions({ maxBody: ({ user }) => (user ? MAX_POST : DEFAULT_MAX_BODY_BYTES) });

blogWriteApi.post(paths.apiPosts(), POST_CALL, describeRoute(CREATE_POST), idempotent, async (c) => {
  const { ctx } = c.var;
  requireAdmin(ctx);
  const { _id, ...post } = await readJson(c);
  const validated = validate(z.pick(createPostRequestSchema, { _id: true }), { _id });
  if (!validated.ok) return problem(c, validated.refusal);
  const created = await createPost(ctx, { id: validated.value._id ?? ctx.newId(), post });
  return created.ok ? respondWithPost(c, created.value.id, 201) : problem(c, created.refusal);
});

blogWriteApi.put(paths.apiPost(":id"), POST_CALL, describeRoute(UPDATE_POST), async (c) => {
  const { ctx } = c.var;
  requireAdmin(ctx);
  const id = idParam(c);
  const { version, ...post } = await readJson(c);
  const validated = validate(z.pick(updatePostRequestSchema, { version: true }), { version });
  if (!validated.ok) return problem(c, validated.refusal);
  const updated = await updatePost(ctx, { id, ...validated.value, post });
  return updated.ok ? respondWithPost(c, id) : problem(c, updated.refusal);
});

blogWriteApi.delete(paths.apiPost(":id"), describeRoute(DELETE_POST), async (c) => {
  const { ctx } = c.var;
  requireAdmin(ctx);
  const id = idParam(c);
  const validated = validate(deletePostQuerySchema, c.req.query());
  if (!validated.ok) return problem(c, validated.refusal);
  const deleted = await deletePost(ctx, { id, ...validated.value });
  return deleted.ok ? c.body(null, 204) : problem(c, deleted.refusal);
});

blogWriteApi.post(paths.apiCategories(), describeRoute(CREATE_CATEGORY), idempotent, async (c) => {
  requireAdmin(c.var.ctx);
  const saved = await saveCategory(c.var.ctx, null, await readJson(c));
  return saved.ok ? respondWithCategory(c, saved.value, 201) : problem(c, saved.refusal);
});

blogWriteApi.put(paths.apiCategory(":id"), describeRoute(UPDATE_CATEGORY), async (c) => {
  requireAdmin(c.var.ctx);
  const saved = await saveCategory(c.var.ctx, c.req.param("id") ?? "", await readJson(c));
  return saved.ok ? respondWithCategory(c, saved.value, 200) : problem(c, saved.refusal);
});

blogWriteApi.delete(paths.apiCategory(":id"), describeRoute(DELETE_CATEGORY), async (c) => {
  const deleted = await deleteCategory(c.var.ctx, c.req.param("id") ?? "");
  return deleted.ok ? c.body(null, 204) : problem(c, deleted.refusal);
});

async function respondWithPost(c: C, id: string, status: 200 | 201 = 200): Promise<Response> {
  const { ctx } = c.var;
  const post = await findPostInAnyState(ctx, id);
  if (!post) throw new Refused({ code: "not_found" });
  return c.json({ content: serializePost(post, ctx.now) }, status, { "cache-control": "no-store" });
}

const respondWithCategory = (c: C, { id, name }: SavedCategory, status: 200 | 201): Response =>
  c.json({ content: { _id: id, name } }, status, { "cache-control": "no-store" });
