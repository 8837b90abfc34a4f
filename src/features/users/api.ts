import { Hono } from "hono";
import { requireAdmin } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { ownUser, ownUsers } from "@/features/profile";
import { problem } from "@/http/answers";
import { described } from "@/http/described";
import { readJson } from "@/http/forms";
import { idParam } from "@/http/ids";
import { Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { usersQuery } from "@/shared/schemas/users";
import { CHANGE_USER, LIST_USERS } from "./calls";
import { changeUser } from "./change-user";
import { findUsers } from "./find-users";

/** What admins see of people and change, as JSON. Others are refused by `requireAdmin`, whatever else is wrong. */
export const usersApi = new Hono<AppEnv>();

usersApi.get(paths.apiAdminUsers(), described(LIST_USERS), async (c) => {
  const { ctx } = c.var;
  requireAdmin(ctx);
  const asked = validate(usersQuery, c.req.query());
  if (!asked.ok) return problem(c, asked.refusal);
  const { q, role = null, disabled = null, after } = asked.value;
  const { users, next } = await findUsers(ctx, { q, role, disabled }, after);
  const ids = users.map(({ id }) => id);
  c.header("cache-control", "no-store");
  return c.json({ content: await ownUsers(ctx, ids), next });
});

usersApi.patch(paths.apiAdminUser(":id"), described(CHANGE_USER), async (c) => {
  const { ctx } = c.var;
  requireAdmin(ctx);
  const id = idParam(c);
  const result = await changeUser(ctx, id, await readJson(c));
  if (!result.ok) return problem(c, result.refusal);
  const content = await ownUser(ctx, id);
  // Erased within the same breath.
  if (!content) throw new Refused({ code: "not_found" });
  c.header("cache-control", "no-store");
  return c.json({ content });
});
