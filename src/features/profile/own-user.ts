import type { Ctx } from "@/context";
import type { OwnUserJson } from "@/shared/schemas/user-json";
import { findOwnAccount, findOwnAccounts } from "./queries";
import { serializeOwnUser } from "./serialize-user";

/** An account as JSON for its owner and for admins; null if it doesn't exist. */
export async function ownUser(ctx: Pick<Ctx, "db">, userId: string): Promise<OwnUserJson | null> {
  const account = await findOwnAccount(ctx, userId);
  return account && serializeOwnUser(account);
}

/** Accounts as JSON for their owners and for admins, by id. */
export async function ownUsers(ctx: Pick<Ctx, "db">, userIds: readonly string[]): Promise<OwnUserJson[]> {
  return (await findOwnAccounts(ctx, userIds)).map(serializeOwnUser);
}
