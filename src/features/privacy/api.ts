import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "@/context";
import { CONFIRMED_CALL } from "@/features/accounts";
import { deleteRefreshCookies, hasRefreshCookie } from "@/http/cookies";
import { declareCall } from "@/http/declare-call";
import { getOrThrow, Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { contentSchema } from "@/shared/schemas/json";
import { exportSchema } from "@/shared/schemas/privacy";
import { eraseAccount, eraseUnverifiedAccount } from "./erase-account";
import { exportOwnData } from "./export-own-data";

const MESSAGES = { erased: "Account deleted" } as const;

export const privacyApi = new Hono<AppEnv>();

declareCall(privacyApi, {
  ...CONFIRMED_CALL,
  method: "DELETE",
  path: paths.authMe(),
  tag: "users",
  summary: "Delete your account",
  description:
    "Erases all personal data immediately: listings with their pictures, sessions, and your messages and name in conversations. Orders are retained for accounting, without your name.",
  responses: {
    200: { description: "The account was deleted.", schema: contentSchema(z.literal(MESSAGES.erased)) },
    403: "The password is incorrect (`invalid_password`).",
    409: "No other admin could create admins (`last_admin`).",
  },
  async handler({ c, ctx, rawBody: { password } }) {
    getOrThrow(await eraseAccount(ctx, { password }));
    if (hasRefreshCookie(c)) deleteRefreshCookies(c);
    return { content: MESSAGES.erased };
  },
});

declareCall(privacyApi, {
  method: "DELETE",
  path: paths.authVerifyEmail(),
  tag: "accounts",
  summary: "Delete an account that another person created with your email address",
  description:
    "For the owner of the mailbox, while the address is not confirmed. Erases the account as its owner could. Messages and alerts that you sent as a guest stay.",
  access: "public",
  rawQuery: { token: "Token of the emailed link that confirms the address." },
  responses: {
    200: { description: "The account was deleted.", schema: contentSchema(z.literal(MESSAGES.erased)) },
    400: "The token is unknown, used or expired, or the address is confirmed (`invalid_token`).",
    409: "No other admin could create admins (`last_admin`).",
  },
  async handler({ c, ctx }) {
    getOrThrow(await eraseUnverifiedAccount(ctx, c.req.query("token") ?? ""));
    return { content: MESSAGES.erased };
  },
});

declareCall(privacyApi, {
  method: "GET",
  path: paths.exportData("users/me"),
  tag: "data",
  summary: "Export your personal data",
  description:
    "The access token may be in the query, only for this call, so that a link can download the data.",
  access: "user",
  credentials: ["bearer", "address"],
  unauthenticatedReason: "permission_denied",
  rawQuery: { format: z.literal("export"), app_check: z.optional(z.string()) },
  responses: {
    200: { description: "The data, by section.", schema: exportSchema },
    400: "The `format` is not `export`.",
  },
  problems: ["too_many"],
  async handler({ c, ctx, user }) {
    if (c.req.query("format") !== "export")
      throw new Refused({ code: "malformed", reason: "unknown_format" });
    return getOrThrow(await exportOwnData(ctx, user, null));
  },
});
