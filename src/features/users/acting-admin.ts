import { eq, isNull, type SQL } from "drizzle-orm";
import type { Visitor } from "@/context";
import { hasAccount } from "@/db/account-where";
import { users } from "@/db/schema";

/**
 * Whether the admin who acts is one still when the statement runs, and may make others where that is asked: the right
 * may be taken between the check and the write.
 */
export const actingAdmin = (admin: Visitor, makesAdmins: boolean): SQL =>
  hasAccount(
    eq(users.id, admin.id),
    eq(users.role, "a"),
    isNull(users.disabledTs),
    makesAdmins ? eq(users.canCreateAdmin, true) : undefined,
  );
