import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv, Ctx } from "@/context";
import { declareCall } from "@/http/declare-call";
import { getOrThrow, Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { profileSchema } from "@/shared/schemas/accounts";
import { contentSchema } from "@/shared/schemas/json";
import { ownUserJsonSchema, publicUserJsonSchema } from "@/shared/schemas/user-json";
import { findOwnUser, getUser } from "./get-user";
import { listPublicProfiles } from "./list-public-profiles";
import { saveProfile } from "./save-profile";

/** Accounts as JSON. Mounted after the session's calls, because `/auth/users/{id}` would match their fixed names. */
export const profileApi = new Hono<AppEnv>();
const ownUserSchema = contentSchema(ownUserJsonSchema);

declareCall(profileApi, {
  method: "GET",
  path: paths.authMe(),
  tag: "users",
  summary: "Get your account",
  access: "user",
  responses: { 200: { description: "The account with all fields.", schema: ownUserSchema } },
  handler: ({ ctx, user }) => getOwnUser(ctx, user.id),
});

declareCall(profileApi, {
  method: "PUT",
  path: paths.authMe(),
  tag: "users",
  summary: "Update your account",
  description:
    "Changes only the given fields, also within `teacher_information`, which applies to teachers and admins. IDs, email address, role, flags and picture can’t be changed here. While the stored `birth_date` says that the user is under 18, an earlier one is refused (`higher_age`); an admin can correct it.",
  access: "user",
  rawBody: profileSchema({ now: 0, role: "t" }),
  responses: { 200: { description: "The account with all fields.", schema: ownUserSchema } },
  async handler({ ctx, rawBody }) {
    return getOwnUser(ctx, getOrThrow(await saveProfile(ctx, rawBody)).id);
  },
});

declareCall(profileApi, {
  method: "GET",
  path: paths.authUserList(),
  tag: "users",
  summary: "Get several public profiles",
  description: "In the requested order, without duplicates. Unknown and disabled accounts are left out.",
  access: "public",
  rawQuery: {
    user_list:
      "JSON array of up to 1,000 IDs, gzip-compressed and base64url-encoded; at most 64 KB uncompressed.",
  },
  responses: {
    200: { description: "The profiles.", schema: contentSchema(z.array(publicUserJsonSchema)) },
    413: "The list exceeds 64 KB uncompressed.",
  },
  problems: ["malformed", "invalid"],
  handler: async ({ c, ctx }) => ({
    content: getOrThrow(await listPublicProfiles(ctx, c.req.query("user_list") ?? "")),
  }),
});

declareCall(profileApi, {
  method: "GET",
  path: paths.authUser(":id"),
  tag: "users",
  summary: "Get an account",
  description: "The owner and admins get all fields, others the public profile.",
  access: "optional",
  responses: {
    200: {
      description: "The account.",
      schema: contentSchema(z.union([ownUserJsonSchema, publicUserJsonSchema])),
    },
  },
  handler: async ({ ctx, id }) => ({ content: getOrThrow(await getUser(ctx, id)) }),
});

async function getOwnUser(ctx: Ctx, userId: string) {
  const content = await findOwnUser(ctx, userId);
  // The account was erased at the same moment.
  if (!content) throw new Refused({ code: "unauthenticated" });
  return { content };
}
