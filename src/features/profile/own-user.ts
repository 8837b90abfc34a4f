import type { Ctx } from "@/context";
import type { OwnUserJson } from "@/shared/schemas/user-json";
import { findOwnAccount, findOwnAccounts } from "./queries";
import { serializeOwnUser } from "./serialize-user";

/** An account as its owner and admins get it as JSON; null when there is none of this id. */
export async function ownUser(ctx: Pick<Ctx, "db">, userId: string): Promise<OwnUserJson | null> {
  const account = await findOwnAccount(ctx, userId);
  return account && serializeOwnUser(account);
}

/** The same of many, in the order of their ids. */
export async function ownUsers(ctx: Pick<Ctx, "db">, userIds: readonly string[]): Promise<OwnUserJson[]> {
  return (await findOwnAccounts(ctx, userIds)).map(serializeOwnUser);
}
