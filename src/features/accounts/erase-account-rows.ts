import { eq } from "drizzle-orm";
import { endSessionsOf } from "@/auth/sessions";
import type { Ctx, Visitor } from "@/context";
import type { Statement } from "@/db/client";
import { idempotencyKeys, knownDevices, limitCounters, oneTimeTokens } from "@/db/schema";
import { passingRows } from "./passing-rows";

/**
 * Takes out what this room and the floor under it keep of a person, but for the row in `users`: sessions, devices,
 * mailed tokens, counters and remembered answers.
 */
export function eraseAccountRows(ctx: Ctx, user: Pick<Visitor, "id" | "email">): Statement[] {
  const passing = passingRows(ctx, user);
  return [
    endSessionsOf(ctx, user.id),
    ctx.db.delete(knownDevices).where(eq(knownDevices.userId, user.id)),
    ctx.db.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, user.id)),
    ctx.db.delete(limitCounters).where(passing.counters),
    ctx.db.delete(idempotencyKeys).where(passing.answers),
  ];
}
