import { isAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { ok, type Result, refuse } from "@/shared/errors";
import type { OwnUserJson, PublicUserJson } from "@/shared/schemas/user-json";
import { ownUser } from "./own-user";
import { findPublicAccount } from "./queries";
import { serializePublicUser } from "./serialize-user";

/** An account as the visitor may see it: in full for its owner and for admins. Refuses `not_found`. */
export async function seeUser(ctx: Ctx, id: string): Promise<Result<OwnUserJson | PublicUserJson>> {
  if (ctx.user?.id === id || isAdmin(ctx.user)) {
    const own = await ownUser(ctx, id);
    return own ? ok(own) : refuse("not_found");
  }
  const account = await findPublicAccount(ctx, id);
  return account ? ok(serializePublicUser(account)) : refuse("not_found");
}
