import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "@/context";
import { CONFIRMED_CALL } from "@/features/accounts";
import { deleteRefreshCookies, hasRefreshCookie } from "@/http/cookies";
import { describeRoute } from "@/http/describe-route";
import { readJson } from "@/http/requests";
import { problem } from "@/http/responses";
import { paths } from "@/shared/paths";
import { contentSchema } from "@/shared/schemas/json";
import { exportSchema } from "@/shared/schemas/privacy";
import { eraseAccount, eraseUnverifiedAccount } from "./erase-account";
import { exportOwnData } from "./export-own-data";

const MESSAGES = { erased: "Account deleted" } as const;

export const privacyApi = new Hono<AppEnv>();

privacyApi.delete(
  paths.authMe(),
  describeRoute({
    tag: "users",
    ...CONFIRMED_CALL,
    responses: { 200: { schema: contentSchema(z.literal(MESSAGES.erased)) } },
  }),
  async (c) => {
    const { ctx } = c.var;
    if (!ctx.user) return problem(c, { code: "unauthenticated" });
    const { password } = await readJson(c);
    const result = await eraseAccount(ctx, { password });
    if (!result.ok) return problem(c, result.refusal);
    if (hasRefreshCookie(c)) deleteRefreshCookies(c);
    c.header("cache-control", "no-store");
    return c.json({ content: MESSAGES.erased });
  },
);

privacyApi.delete(
  paths.authVerifyEmail(),
  describeRoute({
    tag: "accounts",
    anonymous: true,
    parameters: [{ name: "token", in: "query", schema: z.string() }],
    responses: { 200: { schema: contentSchema(z.literal(MESSAGES.erased)) } },
    problems: ["malformed", "conflict"],
  }),
  async (c) => {
    const result = await eraseUnverifiedAccount(c.var.ctx, c.req.query("token") ?? "");
    if (!result.ok) return problem(c, result.refusal);
    c.header("cache-control", "no-store");
    return c.json({ content: MESSAGES.erased });
  },
);

privacyApi.get(
  paths.exportData("users/me"),
  describeRoute({
    tag: "data",
    auth: ["bearer", "address"],
    parameters: [
      { name: "format", in: "query", schema: z.literal("export") },
      { name: "app_check", in: "query", schema: z.optional(z.string()) },
    ],
    responses: { 200: { schema: exportSchema } },
    problems: ["malformed", "unauthenticated", "too_many"],
  }),
  async (c) => {
    const { ctx } = c.var;
    const { user } = ctx;
    if (!user) return problem(c, { code: "unauthenticated", reason: "permission_denied" });
    if (c.req.query("format") !== "export")
      return problem(c, { code: "malformed", reason: "unknown_format" });
    const result = await exportOwnData(ctx, user, null);
    return result.ok ? c.json(result.value) : problem(c, result.refusal);
  },
);
