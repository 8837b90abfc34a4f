import type { D1Database } from "@cloudflare/workers-types";
import { eq } from "drizzle-orm";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { connect, type Db, type Statement } from "@/db/client";
import { noGuard } from "@/db/guard";
import { users } from "@/db/schema";
import { issueToken } from "@/features/accounts/one-time-token";
import { insertAccountStatements } from "@/features/accounts/sign-up/new-account";
import type { Locale } from "@/shared/i18n/locales";
import { newId, newSecret } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { lockLocalData } from "./local-data";
import { executeRemotely } from "./remote-database";
import type { LocalSettings } from "./settings";
import { inlineParams, toSqlText } from "./sql-text";

/** The database in which the admin is created. */
export type AdminTarget = {
  /** Builds statements. */
  db: Db;
  findUser(email: string): Promise<{ id: string; role: string } | null>;
  /** Writes all statements or none. */
  write(statements: Statement[]): Promise<void>;
  close(): Promise<void>;
};

/**
 * The local database. @throws UserError when a running site has it open
 */
export async function localTarget({ dataDir }: LocalSettings): Promise<AdminTarget> {
  const data = await lockLocalData(dataDir);
  const db = connect(data.db);
  return {
    db,
    findUser: (email) => data.db.prepare(FIND).bind(email).first(),
    async write(statements) {
      const [first, ...rest] = statements;
      if (first) await db.batch([first, ...rest]);
    },
    close: data.close,
  };
}

const FIND = "select id, role from users where email = ?";

/** The deployed database, through wrangler and its account. */
export function remoteTarget(): AdminTarget {
  // It only builds statements and runs no query.
  const db = connect({} as D1Database);
  return {
    db,
    async findUser(email) {
      const [answer] = await executeRemotely(["--command", inlineParams(FIND, [email])]);
      return (answer?.results[0] as { id: string; role: string } | undefined) ?? null;
    },
    async write(statements) {
      await executeRemotely(["--command", statements.map(toSqlText).join(";\n")]);
    },
    async close() {},
  };
}

export type NewAdmin = { email: string; firstName: string; lastName: string; locale: Locale };
/** Statements for one transaction, and the path where the admin chooses a password. */
export type AdminRows = { statements: Statement[]; path: string };

/** An admin who may create other admins, without a password. `now` in ms. */
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
  const { statements } = insertAccountStatements(ctx, account, {
    actorId: id,
    action: "user.first_admin_created",
  });
  const { token, statement } = issueToken(ctx, "set_password", id);
  return {
    statements: [...statements, mayMakeAdmins(db, id), statement],
    path: paths.resetPassword({ token }),
  };
}

/** Makes an existing user an admin, and creates a link to set a new password. */
export function promotionRows(db: Db, { id }: { id: string }, now: number): AdminRows {
  const { token, statement } = issueToken({ db, now, newSecret }, "set_password", id);
  return {
    statements: [
      mayMakeAdmins(db, id),
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
    ],
    path: paths.resetPassword({ token }),
  };
}

const mayMakeAdmins = (db: Db, id: string): Statement =>
  db
    .update(users)
    .set({ role: "a", canCreateAdmin: true, disabledTs: null, disabledBy: null })
    .where(eq(users.id, id));
