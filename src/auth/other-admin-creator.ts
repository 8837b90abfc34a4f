import { type SQL, sql } from "drizzle-orm";
import { users } from "@/db/schema";

/**
 * Condition on a row of `users`: if this account could create admins, another enabled account still can.
 * Without such an account, new admins could never be created.
 */
export const otherAdminCreatorExistsSql: SQL = sql`(not ${users.canCreateAdmin} or exists (
  select 1 from users other where other.id <> ${users.id}
    and other.role = 'a' and other.can_create_admin and other.disabled_ts is null))`;
