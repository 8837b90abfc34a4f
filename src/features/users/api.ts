import { Hono } from "hono";
import * as z from "zod/mini";
import { requireAdmin } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { findOwnUser, listOwnUsers } from "@/features/profile";
import { describeRoute } from "@/http/describe-route";
import { idParam, readJson } from "@/http/requests";
import { problem } from "@/http/responses";
import { Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { contentSchema } from "@/shared/schemas/json";
import { ownUserJsonSchema } from "@/shared/schemas/user-json";
import { userChangesSchema, usersQuerySchema } from "@/shared/schemas/users";
import { changeUser } from "./change-user";
import { listUsers } from "./list-users";

const LIST_USERS = {
  tag: "users",
  auth: ["bearer"],
  parameters: [
    { name: "q", in: "query", schema: z.optional(z.string().check(z.maxLength(200))) },
    { name: "role", in: "query", schema: usersQuerySchema.shape.role },
    { name: "disabled", in: "query", schema: z.optional(z.enum(["true", "false"])) },
    { name: "after", in: "query", schema: usersQuerySchema.shape.after },
  ],
  responses: {
    200: { schema: z.object({ content: z.array(ownUserJsonSchema), next: z.nullable(z.string()) }) },
  },
  problems: ["unauthenticated", "forbidden", "invalid"],
} as const;

const CHANGE_USER = {
  tag: "users",
  auth: ["bearer"],
  parameters: [{ name: "id", in: "path" }],
  body: { schema: userChangesSchema },
  responses: { 200: { schema: contentSchema(ownUserJsonSchema) } },
  problems: ["unauthenticated", "forbidden", "not_found", "conflict", "invalid"],
} as const;

/** The user administration as JSON. `requireAdmin` runs before any other check. */
export const usersApi = new Hono<AppEnv>();

usersApi.get(paths.apiAdminUsers(), describeRoute(LIST_USERS), async (c) => {
  const { ctx } = c.var;
  requireAdmin(ctx);
  const query = validate(usersQuerySchema, c.req.query());
  if (!query.ok) return problem(c, query.refusal);
  const { q, role = null, disabled = null, after } = query.value;
  const { users, next } = await listUsers(ctx, { q, role, disabled }, after);
  const ids = users.map(({ id }) => id);
  c.header("cache-control", "no-store");
  return c.json({ content: await listOwnUsers(ctx, ids), next });
});

usersApi.patch(paths.apiAdminUser(":id"), describeRoute(CHANGE_USER), async (c) => {
  const { ctx } = c.var;
  requireAdmin(ctx);
  const id = idParam(c);
  const result = await changeUser(ctx, id, await readJson(c));
  if (!result.ok) return problem(c, result.refusal);
  const content = await findOwnUser(ctx, id);
  // The account was erased at the same moment.
  if (!content) throw new Refused({ code: "not_found" });
  c.header("cache-control", "no-store");
  return c.json({ content });
});
