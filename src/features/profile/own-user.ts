import type { Ctx } from "@/context";
import type { OwnUser } from "@/shared/schemas/wire-user";
import { findOwnAccount, findOwnAccounts } from "./queries";
import { wireOwnUser } from "./wire-user";

/** An account as its owner and admins get it as JSON; null when there is none of this id. */
export async function ownUser(ctx: Pick<Ctx, "db">, userId: string): Promise<OwnUser | null> {
  const account = await findOwnAccount(ctx, userId);
  return account && wireOwnUser(account);
}

/** The same of many, in the order of their ids. */
export async function ownUsers(ctx: Pick<Ctx, "db">, userIds: readonly string[]): Promise<OwnUser[]> {
  return (await findOwnAccounts(ctx, userIds)).map(wireOwnUser);
}
