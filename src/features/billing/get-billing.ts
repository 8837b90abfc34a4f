import { eq } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { teacherInformation, users } from "@/db/schema";
import { Refused } from "@/shared/errors";
import { formatFullName } from "@/shared/format";
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

/** The values of the form: the stored billing details, or before the first order what the account says. */
export async function getBillingDefaults(ctx: Ctx): Promise<Partial<Billing>> {
  const billing = await getBilling(ctx);
  if (billing) return billing;
  const user = requireUser(ctx);
  const [profile] = await ctx.db
    .select({ county: teacherInformation.county })
    .from(teacherInformation)
    .where(eq(teacherInformation.userId, user.id));
  return { name: formatFullName(user), ...(profile?.county ? { county: profile.county } : {}) };
}
