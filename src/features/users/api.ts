import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "@/context";
import { findOwnUser, listOwnUsers } from "@/features/profile";
import { declareCall } from "@/http/declare-call";
import { getOrThrow, Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { contentSchema } from "@/shared/schemas/json";
import { ownUserJsonSchema } from "@/shared/schemas/user-json";
import { userChangesSchema, usersQuerySchema } from "@/shared/schemas/users";
import { changeUser } from "./change-user";
import { listUsers } from "./list-users";

/** The user administration as JSON. */
export const usersApi = new Hono<AppEnv>();

declareCall(usersApi, {
  method: "GET",
  path: paths.apiAdminUsers(),
  tag: "users",
  summary: "List users",
  description:
    "For admins. Newest first, up to 20 per page. `q` matches beginnings of words in name and email address and ignores diacritics. With several filters, a page may have fewer users although `next` is set.",
  access: "admin",
  query: usersQuerySchema,
  responses: {
    200: {
      description: "A page of users with the cursor of the next one.",
      schema: z.object({ content: z.array(ownUserJsonSchema), next: z.nullable(z.string()) }),
    },
  },
  async handler({ ctx, query: { q, role = null, disabled = null, after } }) {
    const { users, next } = await listUsers(ctx, { q, role, disabled }, after);
    const ids = users.map(({ id }) => id);
    return { content: await listOwnUsers(ctx, ids), next };
  },
});

declareCall(usersApi, {
  method: "PATCH",
  path: paths.apiAdminUser(":id"),
  tag: "users",
  summary: "Disable or enable a user, change the role or correct the birth date",
  description:
    "For admins, not for their own account. Disabling ends all sessions, hides the listings and emails a statement of reasons; no emailed link enables the account again. Values that already apply have no effect.",
  fields: {
    disabled: "Whether the account is disabled.",
    role: "New role. A user who is no longer an admin also loses the right to create admins.",
    birth_date: "Corrected date of birth: at least 16 years ago, 18 for teachers and admins.",
    reason: "Required to disable: the facts in the statement of reasons.",
    category: "Required to disable: what the statement of reasons calls it.",
  },
  access: "admin",
  rawBody: userChangesSchema,
  responses: {
    200: { description: "The updated user.", schema: contentSchema(ownUserJsonSchema) },
    403: "The caller is not an admin (`admins_only`) or the user themselves (`own_account`), may not create admins (`create_admin`) or change an admin who may (`protected_admin`), or the user is too young for the role (`too_young`).",
    409: "A learner can’t have listings (`has_listings`), or the user was changed by another request (`datastale`).",
  },
  async handler({ ctx, id, rawBody }) {
    getOrThrow(await changeUser(ctx, id, rawBody));
    const content = await findOwnUser(ctx, id);
    // The account was erased at the same moment.
    if (!content) throw new Refused({ code: "not_found" });
    return { content };
  },
});
