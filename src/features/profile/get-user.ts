import { isAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { ok, type Result, refuse } from "@/shared/errors";
import type { OwnUserJson, PublicUserJson } from "@/shared/schemas/user-json";
import { findOwnAccount, findPublicAccount, listOwnAccounts } from "./queries";
import { serializeOwnUser, serializePublicUser } from "./serialize-user";

/** The JSON of an account: all fields for its owner and admins, public fields for others. Refuses `not_found`. */
export async function getUser(ctx: Ctx, id: string): Promise<Result<OwnUserJson | PublicUserJson>> {
  if (ctx.user?.id === id || isAdmin(ctx.user)) {
    const ownUser = await findOwnUser(ctx, id);
    return ownUser ? ok(ownUser) : refuse("not_found");
  }
  const account = await findPublicAccount(ctx, id);
  return account ? ok(serializePublicUser(account)) : refuse("not_found");
}

/** An account as JSON for its owner and for admins; null if it doesn't exist. */
export async function findOwnUser(ctx: Ctx, userId: string): Promise<OwnUserJson | null> {
  const account = await findOwnAccount(ctx, userId);
  return account && serializeOwnUser(account);
}

/** Accounts as JSON for their owners and for admins, by id. */
export async function listOwnUsers(ctx: Ctx, userIds: readonly string[]): Promise<OwnUserJson[]> {
  return (await listOwnAccounts(ctx, userIds)).map(serializeOwnUser);
}
