import type { D1Database } from "@cloudflare/workers-types";
import { eq } from "drizzle-orm";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { connect, type Statement } from "@/db/client";
import { noGuard } from "@/db/guard";
import { users } from "@/db/schema";
import { issueToken } from "@/features/accounts/one-time-token";
import { insertAccountStatements } from "@/features/accounts/sign-up/new-account";
import type { Locale } from "@/shared/i18n/locales";
import { newId, newSecret } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { toSqlText } from "./sql-text";

/** It only builds statements and runs no query. */
const db = connect({} as D1Database);

export type NewAdmin = { email: string; firstName: string; lastName: string; locale: Locale };
/** Statements for one transaction, and the path where the admin chooses a password. */
export type AdminRows = { statements: string[]; path: string };

/** An admin who may create other admins, without a password. `now` in ms. */
export function newAdminRows(admin: NewAdmin, now: number): AdminRows {
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
  const { statements } = insertAccountStatements(ctx, account, {
    actorId: id,
    action: "user.first_admin_created",
  });
  const { token, statement } = issueToken(ctx, "set_password", id);
  return {
    statements: [...statements, mayMakeAdmins(id), statement].map(toSqlText),
    path: paths.resetPassword({ token }),
  };
}

/** Makes an existing user an admin, and creates a link to set a new password. */
export function promotionRows({ id }: { id: string }, now: number): AdminRows {
  const { token, statement } = issueToken({ db, now, newSecret }, "set_password", id);
  return {
    statements: [
      mayMakeAdmins(id),
      auditEventStatement(
        { db, now, newId },
        {
          action: "user.first_admin_promoted",
          subject: auditSubject("user", id),
          detail: { role: "a" },
          actorId: id,
        },
        noGuard,
      ),
      statement,
    ].map(toSqlText),
    path: paths.resetPassword({ token }),
  };
}

const mayMakeAdmins = (id: string): Statement =>
  db
    .update(users)
    .set({ role: "a", canCreateAdmin: true, disabledTs: null, disabledBy: null })
    .where(eq(users.id, id));
