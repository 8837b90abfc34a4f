import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { findPerson, listReportsAboutUser } from "@/features/moderation";

/** A teacher whose listings are suspended for safety, with the reports about them; null for an unknown id. For admins. */
export async function findSuspendedPerson(ctx: Ctx, id: string) {
  const admin = requireAdmin(ctx);
  const [person, reports] = await Promise.all([findPerson(ctx, id), listReportsAboutUser(ctx, id)]);
  return (
    person && {
      person,
      reports,
      /** Whether this admin may disable the account (`changeUser`). */
      mayDisable: admin.canCreateAdmin || !person.user.canCreateAdmin,
    }
  );
}

export type SuspendedPerson = NonNullable<Awaited<ReturnType<typeof findSuspendedPerson>>>;
