import { eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { auditLog, promotions } from "@/db/schema";
import { letListingLive, placePromotion, revokePromotion } from "./begin-promotion";
import {
  extended,
  findLine,
  goneOn,
  isLine,
  type Moved,
  movedOn,
  movedUp,
  moveTo,
  type Standing,
} from "./line";
import { movedMails } from "./mails";
import type { PromotionEffect } from "./moves";
import { findOrderToSettle } from "./queries";

type Change = { effect: PromotionEffect /** For one that is extended. */; days: number };

/** What a move does to an order's promotion and to those in line with it. */
export type LineAfter = {
  /** That all of it stands as it was read: what is written here is true only then. */
  stands: SQL;
  statements: Statement[];
  /** To the buyers of those whose days are others now. */
  mails: Statement[];
};

/**
 * What stopping, ending, restoring or extending an order's promotion writes, if `made` holds. When one ends, what waits
 * behind it moves up; when one goes on or is extended, what would run beside it moves on. So no day that was paid for is
 * lost, the listing is promoted without a hole, and whoever bought is told the new days.
 */
export async function lineAfter(
  ctx: Ctx,
  orderId: string,
  { effect, days }: Change,
  made: SQL,
): Promise<LineAfter> {
  if (effect === "none" || effect === "begin") return { stands: sql`true`, statements: [], mails: [] };
  const stop = revokePromotion(ctx, orderId, made);
  if (effect === "suspend") return { stands: sql`true`, statements: [stop], mails: [] };
  const [line, own] = await Promise.all([findLine(ctx, orderId), findStanding(ctx, orderId)]);
  const stands = sql`${isLine(ctx, orderId, line)} and ${isStanding(orderId, own)}`;
  if (!own) return { stands, statements: [], mails: [] };
  if (effect === "end") {
    const { statements, mails } = await moveLine(ctx, orderId, "moved_up", movedUp(line, ctx.now), made);
    return { stands, statements: [stop, ...statements], mails };
  }
  const place = effect === "restore" ? goneOn(own, line, ctx.now) : extended(own, line, days, ctx.now);
  // What ended for good did not take its place again.
  const goesOn = sql`${made} and exists (
    select 1 from ${promotions} p where p.order_id = ${orderId} and p.revoked_ts is null
  )`;
  const { statements, mails } = await moveLine(ctx, orderId, "moved_on", movedOn(line, place), goesOn);
  return {
    stands,
    statements: [
      placePromotion(ctx, orderId, place, made),
      ...statements,
      letListingLive(ctx.db, orderId, goesOn),
    ],
    mails,
  };
}

/** Moves promotions where they belong, notes it with their orders, and tells their buyers, if `made` holds. */
async function moveLine(
  ctx: Ctx,
  behind: string,
  action: "moved_up" | "moved_on",
  moved: readonly Moved[],
  made: SQL,
): Promise<Pick<LineAfter, "statements" | "mails">> {
  if (moved.length === 0) return { statements: [], mails: [] };
  const mails = await Promise.all(
    moved.map(async ({ orderId, ...at }) => {
      const order = await findOrderToSettle(ctx, orderId);
      return order ? movedMails(ctx, { ...order, ...at }, action, made) : [];
    }),
  );
  const noted = moved.map(({ orderId }) =>
    insertWhere(
      ctx.db,
      auditLog,
      {
        id: ctx.newId(),
        ts: ctx.now,
        actorId: null,
        action: `order.${action}`,
        subject: auditSubject("order", orderId),
        detail: { behind },
      },
      made,
    ),
  );
  return { statements: [moveTo(ctx, moved, made), ...noted], mails: mails.flat() };
}

async function findStanding(ctx: Ctx, orderId: string): Promise<Standing | null> {
  const { startsTs, endsTs, revokedTs } = promotions;
  const [own] = await ctx.db
    .select({ startsTs, endsTs, revokedTs })
    .from(promotions)
    .where(eq(promotions.orderId, orderId));
  return own ?? null;
}

/** The condition that an order's promotion stands as it was read, or that it still has none. */
const isStanding = (orderId: string, own: Standing | null): SQL =>
  own
    ? sql`exists (
        select 1 from ${promotions} p where p.order_id = ${orderId}
          and p.starts_ts = ${own.startsTs} and p.ends_ts = ${own.endsTs} and p.revoked_ts is ${own.revokedTs}
      )`
    : sql`not exists (select 1 from ${promotions} p where p.order_id = ${orderId})`;
