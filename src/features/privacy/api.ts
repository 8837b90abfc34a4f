import type { Context } from "hono";
import { Hono } from "hono";
import * as z from "zod";
import { readAccessToken } from "@/auth/access-token";
import { visitorOfToken } from "@/auth/sessions";
import type { AppEnv, Visitor } from "@/context";
import { CONFIRMING } from "@/features/accounts";
import { problem } from "@/http/answers";
import { clearRefreshCookie, hasRefreshCookie } from "@/http/cookies";
import { described } from "@/http/described";
import { readJson } from "@/http/forms";
import { paths } from "@/shared/paths";
import { exportSchema } from "@/shared/schemas/privacy";
import { contentOf } from "@/shared/schemas/wire-user";
import { askForExport } from "./ask-for-export";
import { eraseAccount } from "./erase-account";

const WORDS = { erased: "Account deleted" } as const;

export const privacyApi = new Hono<AppEnv>();

privacyApi.delete(
  paths.authMe(),
  described({
    tag: "people",
    ...CONFIRMING,
    answers: { 200: { schema: contentOf(z.literal(WORDS.erased)) } },
  }),
  async (c) => {
    const { ctx } = c.var;
    if (!ctx.user) return problem(c, { code: "unauthenticated" });
    const { password } = await readJson(c);
    const result = await eraseAccount(ctx, { password });
    if (!result.ok) return problem(c, result.refusal);
    if (hasRefreshCookie(c)) clearRefreshCookie(c);
    c.header("cache-control", "no-store");
    return c.json({ content: WORDS.erased });
  },
);

privacyApi.get(
  paths.exportData("users/me"),
  described({
    tag: "data",
    auth: ["bearer", "address"],
    parameters: [{ name: "format", in: "query", schema: z.literal("export") }],
    answers: { 200: { schema: exportSchema } },
    problems: ["malformed", "unauthenticated", "too_many"],
  }),
  async (c) => {
    const { ctx } = c.var;
    c.header("cache-control", "no-store");
    c.header("referrer-policy", "no-referrer");
    const user = ctx.user ?? (await userOfQuery(c));
    if (!user) return problem(c, { code: "unauthenticated", reason: "permission_denied" });
    if (c.req.query("format") !== "export")
      return problem(c, { code: "malformed", reason: "unknown_format" });
    const result = await askForExport(ctx, user, null);
    return result.ok ? c.json(result.value) : problem(c, result.refusal);
  },
);

/** Whose access token stands in the address. */
async function userOfQuery(c: Context<AppEnv>): Promise<Visitor | null> {
  const { ctx } = c.var;
  const claims = await readAccessToken(ctx.config, c.req.query("auth") ?? "", ctx.now);
  return claims && visitorOfToken(ctx, claims);
}
