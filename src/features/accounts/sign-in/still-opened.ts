import { eq, isNull, type SQL } from "drizzle-orm";
import { accountWhere } from "@/db/account-where";
import { users } from "@/db/schema";

/**
 * Whether a password that was right a moment ago still opens its account when the statement runs: a new password, a
 * closed or an erased account ends all that the old one allowed. `passwordHash` is the one it was compared with.
 */
export const stillOpened = (userId: string, passwordHash: string): SQL =>
  accountWhere(eq(users.id, userId), eq(users.passwordHash, passwordHash), isNull(users.disabledTs));
