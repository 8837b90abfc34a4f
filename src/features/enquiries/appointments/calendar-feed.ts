import { and, eq, isNull, sql } from "drizzle-orm";
import { isSameToken, keyedHash } from "@/auth/keyed-hash";
import type { Ctx, SignedInUser } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { defineLimit, hitLimit } from "@/db/rate-limits";
import { users } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { ID_PATTERN } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { listOwnAppointments } from "./queries";
import { formatNotes, renderCalendar, toEventKey } from "./render-calendar";

/** Programs fetch a calendar every quarter of an hour at most; a user may have several. */
const FEED_LIMIT = defineLimit("calendar_feed");

/**
 * The token of a feed's address, `{user}.{number}.{signature}`. It is not stored: the number counts the user's
 * addresses, and only the last one works.
 */
const createFeedToken = (ctx: Ctx, userId: string, number: number): string =>
  `${userId}.${number}.${keyedHash(ctx, "calendar feed", JSON.stringify([userId, number])).toString("base64url")}`;

/** The token of the user's present address; null without one. */
export async function findFeedToken(ctx: Ctx, { id }: Pick<SignedInUser, "id">): Promise<string | null> {
  const [row] = await ctx.db.select({ number: users.calendarFeed }).from(users).where(eq(users.id, id));
  return row?.number == null ? null : createFeedToken(ctx, id, row.number);
}

/** Gives the user a new address; the one before stops working. */
export const renewFeed = (ctx: Ctx, { id }: Pick<SignedInUser, "id">): Promise<boolean> =>
  commitAudited(ctx, {
    action: "user.calendar_address_renewed",
    subject: auditSubject("user", id),
    statement: ctx.db
      .update(users)
      .set({ calendarFeed: sql`coalesce(${users.calendarFeed}, 0) + 1` })
      .where(eq(users.id, id))
      .returning({ id: users.id }),
  });

/**
 * The lessons of a user that were accepted once, as iCalendar in the user's language, each event as it is now, by the
 * token of their address. Refuses `not_found` for an invalid or replaced token and for a closed account, and
 * `too_many`.
 */
export async function loadFeed(ctx: Ctx, token: string): Promise<Result<string>> {
  const [id = "", typed = ""] = token.split(".");
  const number = Number(typed);
  if (!ID_PATTERN.test(id) || !isSameToken(token, createFeedToken(ctx, id, number)))
    return refuse("not_found");
  const [user] = await ctx.db
    .select({ locale: users.locale })
    .from(users)
    .where(and(eq(users.id, id), eq(users.calendarFeed, number), isNull(users.disabledTs)));
  if (!user) return refuse("not_found");
  const { allowed, retryAfter } = await hitLimit(ctx.db, FEED_LIMIT, id, ctx.now);
  if (!allowed) return refuse("too_many", { retryAfter });
  const t = ctx.translator(user.locale);
  const entries = await listOwnAppointments({ ...ctx, t }, id);
  const lessons = entries.flatMap(({ time, ...entry }) =>
    time === null
      ? []
      : [
          {
            ...entry,
            time,
            notes: formatNotes(t, entry.side, entry, entry),
            path: paths.enquiry(entry.enquiryId),
          },
        ],
  );
  // The entries are newest first.
  const newest = [...Map.groupBy(lessons, toEventKey).values()].flatMap(([lesson]) => lesson ?? []);
  return ok(renderCalendar(ctx, t, newest));
}
