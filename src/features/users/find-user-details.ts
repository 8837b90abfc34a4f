import { and, desc, eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { auditLog, enquiries, listings, orders, sessions, users } from "@/db/schema";
import { getListingState } from "@/features/listings";
import { AUDIT_COLUMNS } from "./list-audit-events";

const MOST_EVENTS = 50;
const LISTINGS = 20;
/** Beyond it a number says "more than". */
export const MAX_USER_COUNT = 1000;

/** Everything an admin weighs about one person; null when there is none of this id. */
export async function findUserDetails(ctx: Ctx, id: string) {
  requireAdmin(ctx);
  const { passwordHash } = users;
  const [[person], own, [counts]] = await ctx.db.batch([
    ctx.db
      .select({
        id: users.id,
        email: users.email,
        emailVerifiedTs: users.emailVerifiedTs,
        hasPassword: sql<number>`${passwordHash} is not null`,
        role: users.role,
        firstName: users.firstName,
        lastName: users.lastName,
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
        id: listings.id,
        title: listings.title,
        subject: listings.subject,
        state: listings.state,
        expiresTs: listings.expiresTs,
      })
      .from(listings)
      .where(and(eq(listings.ownerId, id), sql`${listings.state} <> 'deleted'`))
      .orderBy(desc(listings.updatedTs))
      .limit(LISTINGS + 1),
    ctx.db
      .select({
        asked: sql<number>`(select count(*) from (select 1 from ${enquiries}
          where ${eq(enquiries.learnerId, id)} limit ${MAX_USER_COUNT + 1}))`,
        received: sql<number>`(select count(*) from (select 1 from ${enquiries}
          where ${eq(enquiries.teacherId, id)} limit ${MAX_USER_COUNT + 1}))`,
        orders: sql<number>`(select count(*) from (select 1 from ${orders}
          where ${eq(orders.buyerId, id)} limit ${MAX_USER_COUNT + 1}))`,
      })
      .from(sql`(select 1)`),
  ]);
  if (!person || !counts) return null;
  return {
    person: { ...person, hasPassword: person.hasPassword === 1 },
    listings: own.slice(0, LISTINGS).map((one) => ({ ...one, state: getListingState(one, ctx.now) })),
    moreListings: own.length > LISTINGS,
    counts,
    // Not in the batch, whose rows would lose one of two columns of the same name.
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
    .limit(MOST_EVENTS);

export type UserDetails = NonNullable<Awaited<ReturnType<typeof findUserDetails>>>;

/** The state of an account that decides which actions it allows. */
export async function findAccountStatus(ctx: Ctx, id: string) {
  const [person] = await ctx.db
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
  return person ?? null;
}

export type AccountStatus = NonNullable<Awaited<ReturnType<typeof findAccountStatus>>>;
