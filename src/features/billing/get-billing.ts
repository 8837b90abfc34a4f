import { eq } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { users } from "@/db/schema";
import { Refused } from "@/shared/errors";
import type { Billing } from "@/shared/schemas/billing";

/**
 * The signed-in user's stored billing details; null before the first order.
 * @throws Refused `unauthenticated`, also if the account was erased meanwhile
 */
export async function getBilling(ctx: Ctx): Promise<Billing | null> {
  const { id } = requireUser(ctx);
  const [row] = await ctx.db.select({ billing: users.billing }).from(users).where(eq(users.id, id));
  if (!row) throw new Refused({ code: "unauthenticated" });
  return row.billing;
}
