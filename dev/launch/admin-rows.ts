import { eq } from "drizzle-orm";
import { auditEvent, auditSubject } from "@/db/audit";
import type { Db, Statement } from "@/db/client";
import { noGuard } from "@/db/guard";
import { users } from "@/db/schema";
import { issueToken } from "@/features/accounts/links/one-time-token";
import { accountRows } from "@/features/accounts/sign-up/new-account";
import type { Locale } from "@/shared/i18n/locales";
import { newId, newSecret } from "@/shared/ids";
import { paths } from "@/shared/paths";

export type NewAdmin = { email: string; firstName: string; lastName: string; locale: Locale };
/** Statements for one transaction, and the path where the admin chooses a password. */
export type AdminRows = { statements: Statement[]; path: string };

/** An admin who may make others, without a password as yet. `now` in ms. */
export function newAdminRows(db: Db, admin: NewAdmin, now: number): AdminRows {
  const ctx = { db, now, newId, newSecret, locale: admin.locale };
  const id = newId();
  const account = {
    id,
    email: admin.email,
    passwordHash: null,
    role: "a",
    first_name: admin.firstName,
    last_name: admin.lastName,
    birth_date: null,
    teacher: null,
  } as const;
  const { statements } = accountRows(ctx, account, { by: id, action: "user.create_first_admin" });
  const { token, statement } = issueToken(ctx, "set_password", id);
  return {
    statements: [...statements, mayMakeAdmins(db, id), statement],
    path: paths.resetPassword({ token }),
  };
}

/** Makes an existing user an admin and issues a link to set a new password, whatever the state of the old one. */
export function promotionRows(db: Db, { id }: { id: string }, now: number): AdminRows {
  const { token, statement } = issueToken({ db, now, newSecret }, "set_password", id);
  return {
    statements: [
      mayMakeAdmins(db, id),
      auditEvent(
        { db, now, newId },
        {
          action: "user.promote_first_admin",
          subject: auditSubject("user", id),
          detail: { role: "a" },
          actorId: id,
        },
        noGuard,
      ),
      statement,
    ],
    path: paths.resetPassword({ token }),
  };
}

const mayMakeAdmins = (db: Db, id: string): Statement =>
  db
    .update(users)
    .set({ role: "a", canCreateAdmin: true, disabledTs: null, disabledBy: null })
    .where(eq(users.id, id));
