import { and, eq, getTableColumns, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable, SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import { mailOutbox } from "@/db/schema";
import { app, createJar, db, type Jar } from "./app";
import { insertListing, insertSession, insertTeacher, insertUser, type Listing, type User } from "./rows";

export type { Listing, User };

const at = () => ({ db, now: app.clock.now });

/** A verified learner by default. Has no password: sign in with `signIn`. */
export const createUser = (overrides: Partial<User> = {}) => insertUser(at(), overrides);

export const createTeacher = (overrides: Partial<User> = {}) => insertTeacher(at(), overrides);

export const createAdmin = () => createUser({ role: "a", firstName: "Olga", lastName: "Admin" });

/**
 * The cookie jar of a new session of a user, for tests of sessions and cookies. Others send requests `as` the user.
 */
export const signIn = async (user: Pick<User, "id">): Promise<Jar> =>
  createJar(await insertSession(at(), user));

/** By default a published listing, in the search tables too. */
export const createListing = (owner: Pick<User, "id">, overrides: Partial<Listing> = {}) =>
  insertListing(at(), owner, overrides);

/** The user's mails in the outbox, oldest first. */
export const mailsTo = (email: string) =>
  db.query.mailOutbox.findMany({
    where: (mail, { eq }) => eq(mail.recipient, email),
    orderBy: mailOutbox.createdTs,
  });

/** Templates of the mails to an address, oldest first. */
export const templatesTo = async (email: string) => (await mailsTo(email)).map(({ template }) => template);

const hasValues = (table: SQLiteTable, values: object) => {
  const columns = getTableColumns(table);
  return and(...Object.entries(values).map(([name, value]) => eq(columns[name] as SQLiteColumn, value)));
};

/** The rows of a table that have these values. */
export const listRows = <T extends SQLiteTable>(
  table: T,
  values: Partial<T["$inferSelect"]>,
): Promise<T["$inferSelect"][]> =>
  db
    .select()
    .from(table as SQLiteTable)
    .where(hasValues(table, values));

/** Changes columns of the row with this id. */
export const updateRow = <T extends SQLiteTable>(table: T, id: string, values: SQLiteUpdateSetSource<T>) =>
  db.update(table).set(values).where(hasValues(table, { id }));

/** The number of rows of a table, to check that nothing was written. */
export async function countRows(table: string): Promise<number> {
  const [row] = await db.all<{ n: number }>(sql`select count(*) as n from ${sql.identifier(table)}`);
  return row?.n ?? 0;
}

export const findUser = (id: string) =>
  db.query.users.findFirst({ where: (user, { eq }) => eq(user.id, id) });

export const findUserByEmail = (email: string) =>
  db.query.users.findFirst({ where: (user, { eq }) => eq(user.email, email) });

export const findListing = (id: string) =>
  db.query.listings.findFirst({ where: (listing, { eq }) => eq(listing.id, id) });
