import { eq, isNull, type SQL } from "drizzle-orm";
import type { SignedInUser } from "@/context";
import { hasAccountSql } from "@/db/guard";
import { users } from "@/db/schema";

/**
 * Guard: the admin is still an enabled admin, and may create admins if `createsAdmins`. Both may change between the
 * check and the write.
 */
export const isActiveAdminSql = (admin: SignedInUser, createsAdmins: boolean): SQL =>
  hasAccountSql(
    eq(users.id, admin.id),
    eq(users.role, "a"),
    isNull(users.disabledTs),
    createsAdmins ? eq(users.canCreateAdmin, true) : undefined,
  );
