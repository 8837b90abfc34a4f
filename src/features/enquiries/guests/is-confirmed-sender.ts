import { and, eq, isNotNull } from "drizzle-orm";
import type { Ctx } from "@/context";
import { users } from "@/db/schema";
import { isAddressProof } from "./address-proof";

/** Whether the address needs no confirmation in this browser. The address of a disabled account always needs one. */
export async function isConfirmedSender(ctx: Ctx, proof: string, email: string): Promise<boolean> {
  if (!isAddressProof(ctx, proof, email)) return false;
  const disabled = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isNotNull(users.disabledTs)))
    .limit(1);
  return disabled.length === 0;
}
