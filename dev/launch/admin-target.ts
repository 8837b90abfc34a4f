import { mkdirSync } from "node:fs";
import { join } from "node:path";
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
import { migrate, openLocalData } from "./local-data";
import { tryLock, unlock } from "./lock";
import { wranglerConfig } from "./paths";
import { type LocalSettings, UserError } from "./settings";
import { runTool } from "./tools";

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
  mkdirSync(dataDir, { recursive: true });
  const lockFile = join(dataDir, "lock");
  const lockHolder = tryLock(lockFile);
  if (lockHolder !== null) {
    throw new UserError(
      `${dataDir} is in use by process ${lockHolder}: end it first, or set another DATA_DIR`,
    );
  }
  const data = await openLocalData(dataDir);
  await migrate(data.db);
  const db = connect(data.db);
  return {
    db,
    findUser: (email) => data.db.prepare(FIND).bind(email).first(),
    async write(statements) {
      const [first, ...rest] = statements;
      if (first) await db.batch([first, ...rest]);
    },
    async close() {
      await data.close();
      unlock(lockFile);
    },
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
      const [answer] = await execute(inlineParams(FIND, [email]));
      return (answer?.results[0] as { id: string; role: string } | undefined) ?? null;
    },
    async write(statements) {
      const queries = statements.map((statement) => (statement as unknown as { toSQL(): Query }).toSQL());
      await execute(queries.map(({ sql, params }) => inlineParams(sql, params)).join(";\n"));
    },
    async close() {},
  };
}

type Query = { sql: string; params: unknown[] };
type Answer = { results: unknown[] }[];

/** @throws UserError with wrangler's output on failure */
async function execute(sql: string): Promise<Answer> {
  const command = ["d1", "execute", "DB", "--remote", "--json", "--yes", "--config", wranglerConfig];
  const { code, output } = await runTool("wrangler", [...command, "--command", sql]);
  if (code !== 0) throw new UserError(`The remote database could not be written:\n${output}`);
  return JSON.parse(output.slice(output.indexOf("["))) as Answer;
}

/** A statement with inlined parameters, because wrangler accepts only text. @throws Error for unsupported values */
export function inlineParams(sql: string, params: readonly unknown[]): string {
  const parts = sql.split("?");
  if (parts.length !== params.length + 1) throw new Error(`${params.length} values for: ${sql}`);
  return parts.map((part, n) => part + (n < params.length ? literal(params[n]) : "")).join("");
}

function literal(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value === "boolean") return value ? "1" : "0";
  // SQLite ends a text at NUL.
  if (typeof value === "string" && !value.includes("\0")) return `'${value.replaceAll("'", "''")}'`;
  throw new Error(`No SQL for ${typeof value}`);
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
