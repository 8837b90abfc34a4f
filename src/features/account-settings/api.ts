import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { CONFIRMED_CALL } from "@/features/accounts";
import { findOwnUser } from "@/features/profile";
import { declareCall } from "@/http/declare-call";
import { getOrThrow, Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { contentSchema } from "@/shared/schemas/json";
import { ownUserJsonSchema } from "@/shared/schemas/user-json";
import { disableAccount } from "./disable-account";

export const accountSettingsApi = new Hono<AppEnv>();

declareCall(accountSettingsApi, {
  ...CONFIRMED_CALL,
  method: "PATCH",
  path: paths.authDisable(),
  tag: "accounts",
  summary: "Disable your account",
  description:
    "Ends all sessions and hides the listings. A link emailed to the owner enables the account again.",
  responses: {
    200: { description: "The disabled account.", schema: contentSchema(ownUserJsonSchema) },
    403: "The password is incorrect (`invalid_password`).",
    409: "No other admin could create admins (`last_admin`).",
  },
  async handler({ ctx, user, rawBody }) {
    getOrThrow(await disableAccount(ctx, rawBody));
    const content = await findOwnUser(ctx, user.id);
    // The account was erased at the same moment.
    if (!content) throw new Refused({ code: "unauthenticated" });
    return { content };
  },
});
