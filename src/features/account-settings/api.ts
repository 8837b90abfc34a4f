import { Hono } from "hono";
import { requireUser } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { CONFIRMED_CALL } from "@/features/accounts";
import { findOwnUser } from "@/features/profile";
import { describeRoute } from "@/http/describe-route";
import { readJson } from "@/http/requests";
import { problem } from "@/http/responses";
import { paths } from "@/shared/paths";
import { contentSchema } from "@/shared/schemas/json";
import { ownUserJsonSchema } from "@/shared/schemas/user-json";
import { disableAccount } from "./disable-account";

export const accountSettingsApi = new Hono<AppEnv>();

accountSettingsApi.patch(
  paths.authDisable(),
  describeRoute({
    tag: "accounts",
    ...CONFIRMED_CALL,
    responses: { 200: { schema: contentSchema(ownUserJsonSchema) } },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = requireUser(ctx);
    const result = await disableAccount(ctx, await readJson(c));
    if (!result.ok) return problem(c, result.refusal);
    const account = await findOwnUser(ctx, id);
    // The account was erased at the same moment.
    if (!account) return problem(c, { code: "unauthenticated" });
    c.header("cache-control", "no-store");
    return c.json({ content: account });
  },
);
