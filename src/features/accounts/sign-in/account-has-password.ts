import { eq, isNull, type SQL } from "drizzle-orm";
import { accountWhere } from "@/db/account-where";
import { users } from "@/db/schema";

/**
 * Guard: the account still has the password with this hash and is not disabled. A new password, a closed or an erased
 * account ends what the old password allowed.
 */
export const accountHasPassword = (userId: string, passwordHash: string): SQL =>
  accountWhere(eq(users.id, userId), eq(users.passwordHash, passwordHash), isNull(users.disabledTs));
