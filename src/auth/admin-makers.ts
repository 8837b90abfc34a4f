import { type SQL, sql } from "drizzle-orm";
import { users } from "@/db/schema";

/**
 * Of a row of `users`: should it fall away, there is still an open account that can make admins, if this one could.
 * Without any, nobody ever could again.
 */
export const someoneElseMakesAdmins: SQL = sql`(not ${users.canCreateAdmin} or exists (
  select 1 from users other where other.id <> ${users.id}
    and other.role = 'a' and other.can_create_admin and other.disabled_ts is null))`;
