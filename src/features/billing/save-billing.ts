import { eq } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { previousChanged } from "@/db/guard";
import { users } from "@/db/schema";
import type { Result } from "@/shared/errors";
import { type Billing, billingSchema } from "@/shared/schemas/billing";
import { validate } from "@/shared/schemas/field-errors";

/** Stores the signed-in user's billing details. Orders and invoices keep theirs. @throws Refused `unauthenticated` */
export async function saveBilling(ctx: Ctx, input: Record<string, unknown>): Promise<Result<Billing>> {
  const { id } = requireUser(ctx);
  const parsed = validate(billingSchema, input);
  if (!parsed.ok) return parsed;
  await ctx.commit([
    ctx.db.update(users).set({ billing: parsed.value }).where(eq(users.id, id)),
    auditEventStatement(
      ctx,
      { action: "user.billing_edited", subject: auditSubject("user", id) },
      previousChanged,
    ),
  ]);
  return parsed;
}
