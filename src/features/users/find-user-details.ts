import { desc, eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { auditLog, orders, sessions, users } from "@/db/schema";
import { findPerson } from "@/features/moderation";
import { findUserRecords } from "./find-user-records";
import { AUDIT_COLUMNS } from "./list-audit-events";

const MAX_EVENTS = 50;
/** Counts above this are shown as "more than". */
export const MAX_USER_COUNT = 1000;

/** What the admin page shows about a user; null if there is no such user. */
export async function findUserDetails(ctx: Ctx, id: string) {
  requireAdmin(ctx);
  const { passwordHash } = users;
  const [[user], [counts]] = await ctx.db.batch([
    ctx.db
      .select({
        id: users.id,
        email: users.email,
        emailVerifiedTs: users.emailVerifiedTs,
        hasPassword: sql<number>`${passwordHash} is not null`,
        role: users.role,
        firstName: users.firstName,
        lastName: users.lastName,
        birthDate: users.birthDate,
        signupTs: users.signupTs,
        disabledTs: users.disabledTs,
        disabledBy: users.disabledBy,
        canCreateAdmin: users.canCreateAdmin,
        locale: users.locale,
        lastSeenTs: sql<
          number | null
        >`(select max(${sessions.lastSeenTs}) from ${sessions} where ${eq(sessions.userId, id)})`,
      })
      .from(users)
      .where(eq(users.id, id)),
    ctx.db
      .select({
        orders: sql<number>`(select count(*) from (select 1 from ${orders}
          where ${eq(orders.buyerId, id)} limit ${MAX_USER_COUNT + 1}))`,
      })
      .from(sql`(select 1)`),
  ]);
  const person = await findPerson(ctx, id);
  if (!user || !counts || !person) return null;
  return {
    user: { ...user, hasPassword: user.hasPassword === 1 },
    person,
    records: await findUserRecords(ctx, user),
    counts,
    // Not in the batch: D1 returns its rows by column name, and two columns here have the same name.
    events: await listUserEvents(ctx, id),
  };
}

const listUserEvents = (ctx: Ctx, id: string) =>
  ctx.db
    .select(AUDIT_COLUMNS)
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(eq(auditLog.subject, auditSubject("user", id)))
    .orderBy(desc(auditLog.ts))
    .limit(MAX_EVENTS);

export type UserDetails = NonNullable<Awaited<ReturnType<typeof findUserDetails>>>;

/** The state of an account that decides which actions it allows. */
export async function findAccountStatus(ctx: Ctx, id: string) {
  const [user] = await ctx.db
    .select({
      id: users.id,
      email: users.email,
      emailVerifiedTs: users.emailVerifiedTs,
      passwordHash: users.passwordHash,
      role: users.role,
      birthDate: users.birthDate,
      disabledTs: users.disabledTs,
      disabledBy: users.disabledBy,
      canCreateAdmin: users.canCreateAdmin,
      locale: users.locale,
    })
    .from(users)
    .where(eq(users.id, id))
    .limit(1);
  return user ?? null;
}

export type AccountStatus = NonNullable<Awaited<ReturnType<typeof findAccountStatus>>>;
