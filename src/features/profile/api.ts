import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { requireUser } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { describeRoute } from "@/http/describe-route";
import { idParam, readJson } from "@/http/requests";
import { problem } from "@/http/responses";
import { Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { profileSchema } from "@/shared/schemas/accounts";
import { contentSchema } from "@/shared/schemas/json";
import { ownUserJsonSchema, publicUserJsonSchema } from "@/shared/schemas/user-json";
import { findOwnUser, getUser } from "./get-user";
import { listPublicProfiles } from "./list-public-profiles";
import { saveProfile } from "./save-profile";

/** Accounts as JSON. Mounted after the session's calls, because `/auth/users/{id}` would match their fixed names. */
export const profileApi = new Hono<AppEnv>();
type C = Context<AppEnv>;

const OWN_USER = { schema: contentSchema(ownUserJsonSchema) };

profileApi.get(
  paths.authMe(),
  describeRoute({
    tag: "users",
    auth: ["bearer"],
    responses: { 200: OWN_USER },
    problems: ["unauthenticated"],
  }),
  async (c) => sendOwnUser(c, requireUser(c.var.ctx).id),
);

profileApi.put(
  paths.authMe(),
  describeRoute({
    tag: "users",
    auth: ["bearer"],
    body: { schema: profileSchema({ now: 0, role: "t" }) },
    responses: { 200: OWN_USER },
    problems: ["malformed", "unauthenticated", "too_large", "unsupported", "invalid"],
  }),
  async (c) => {
    requireUser(c.var.ctx);
    const result = await saveProfile(c.var.ctx, await readJson(c));
    return result.ok ? sendOwnUser(c, result.value.id) : problem(c, result.refusal);
  },
);

profileApi.get(
  paths.authUserList(),
  describeRoute({
    tag: "users",
    anonymous: true,
    parameters: [
      {
        name: "user_list",
        in: "query",
        schema: z.string(),
      },
    ],
    responses: { 200: { schema: contentSchema(z.array(publicUserJsonSchema)) } },
    problems: ["malformed", "too_large", "invalid"],
  }),
  async (c) => {
    const result = await listPublicProfiles(c.var.ctx, c.req.query("user_list") ?? "");
    return result.ok ? sendContent(c, result.value) : problem(c, result.refusal);
  },
);

profileApi.get(
  paths.authUser(":id"),
  describeRoute({
    tag: "users",
    auth: ["bearer"],
    anonymous: true,
    parameters: [{ name: "id", in: "path" }],
    responses: {
      200: { schema: contentSchema(z.union([ownUserJsonSchema, publicUserJsonSchema])) },
    },
    problems: ["not_found"],
  }),
  async (c) => {
    const result = await getUser(c.var.ctx, idParam(c));
    return result.ok ? sendContent(c, result.value) : problem(c, result.refusal);
  },
);

async function sendOwnUser(c: C, userId: string): Promise<Response> {
  const content = await findOwnUser(c.var.ctx, userId);
  // The account was erased at the same moment.
  if (!content) throw new Refused({ code: "unauthenticated" });
  return sendContent(c, content);
}

/** Personal data, or an answer that depends on the visitor: it must not be cached. */
function sendContent(c: C, content: object): Response {
  c.header("cache-control", "no-store");
  return c.json({ content });
}
