import { eq } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { users } from "@/db/schema";
import { ok, type Result } from "@/shared/errors";
import type { Locale } from "@/shared/i18n/locales";
import { localeSchema } from "@/shared/schemas/account-settings";
import { validate } from "@/shared/schemas/field-errors";

/** Sets the language of the signed-in visitor's mail. */
export async function changeLocale(ctx: Ctx, input: Record<string, unknown>): Promise<Result<Locale>> {
  const user = requireUser(ctx);
  const parsed = validate(localeSchema, input);
  if (!parsed.ok) return parsed;
  const { locale } = parsed.value;
  await ctx.commit([ctx.db.update(users).set({ locale }).where(eq(users.id, user.id))]);
  return ok(locale);
}
