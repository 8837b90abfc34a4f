import { Hono } from "hono";
import { requireUser } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { described } from "@/http/described";
import { Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { contentOf, ownUserSchema } from "@/shared/schemas/wire-user";
import { ownUser } from "./own-user";

/** People as JSON. Mounted after the session's calls, whose fixed names `/auth/users/{id}` must not take. */
export const profileApi = new Hono<AppEnv>();

const OWN_USER = { about: "The account, with all its fields", schema: contentOf(ownUserSchema) };

profileApi.get(
  paths.authMe(),
  described({
    tag: "people",
    summary: "One's own account",
    auth: ["bearer"],
    answers: { 200: OWN_USER },
    problems: ["unauthenticated"],
  }),
  async (c) => {
    const { ctx } = c.var;
    const content = await ownUser(ctx, requireUser(ctx).id);
    if (!content) throw new Refused({ code: "unauthenticated" });
    c.header("cache-control", "no-store");
    return c.json({ content });
  },
);
