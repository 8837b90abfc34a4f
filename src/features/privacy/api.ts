import type { Context } from "hono";
import { Hono } from "hono";
import * as z from "zod";
import { readAccessToken } from "@/auth/access-token";
import { visitorOfToken } from "@/auth/sessions";
import type { AppEnv, Visitor } from "@/context";
import { problem } from "@/http/answers";
import { clearRefreshCookie, refreshCookie } from "@/http/cookies";
import { described } from "@/http/described";
import { readJson } from "@/http/forms";
import { paths } from "@/shared/paths";
import { eraseSchema, exportSchema } from "@/shared/schemas/privacy";
import { contentOf } from "@/shared/schemas/wire-user";
import { eraseAccount } from "./erase-account";
import { exportOwnData } from "./export-own-data";

export const privacyApi = new Hono<AppEnv>();

privacyApi.delete(
  paths.authMe(),
  described({
    tag: "people",
    auth: ["bearer"],
    body: { schema: eraseSchema },
    answers: { 200: { schema: contentOf(z.string()) } },
    problems: [
      "malformed",
      "unauthenticated",
      "forbidden",
      "conflict",
      "unsupported",
      "invalid",
      "too_many",
      "unavailable",
    ],
  }),
  async (c) => {
    const { ctx } = c.var;
    if (!ctx.user) return problem(c, { code: "unauthenticated" });
    const { password } = await readJson(c);
    const result = await eraseAccount(ctx, { password });
    if (!result.ok) return problem(c, result.refusal);
    if (refreshCookie(c)) clearRefreshCookie(c);
    c.header("cache-control", "no-store");
    return c.json({ content: "Account deleted" });
  },
);

privacyApi.get(
  paths.exportData("users/me"),
  described({
    tag: "data",
    auth: ["bearer", "address"],
    parameters: [{ name: "format", in: "query", schema: z.literal("export") }],
    answers: { 200: { schema: exportSchema } },
    problems: ["malformed", "unauthenticated"],
  }),
  async (c) => {
    const { ctx } = c.var;
    c.header("cache-control", "no-store");
    c.header("referrer-policy", "no-referrer");
    const user = ctx.user ?? (await userOfQuery(c));
    if (!user) return problem(c, { code: "unauthenticated", reason: "permission_denied" });
    if (c.req.query("format") !== "export")
      return problem(c, { code: "malformed", reason: "unknown_format" });
    return c.json(await exportOwnData(ctx, user, null));
  },
);

/** Whose access token stands in the address. */
async function userOfQuery(c: Context<AppEnv>): Promise<Visitor | null> {
  const { ctx } = c.var;
  const claims = await readAccessToken(ctx.config, c.req.query("auth") ?? "", ctx.now);
  return claims && visitorOfToken(ctx, claims);
}
