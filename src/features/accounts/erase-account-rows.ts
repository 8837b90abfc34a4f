import { eq } from "drizzle-orm";
import { endSessions } from "@/auth/sessions";
import type { Ctx, Visitor } from "@/context";
import type { Statement } from "@/db/client";
import { idempotencyKeys, knownDevices, limitCounters, oneTimeTokens } from "@/db/schema";
import { passingRows } from "./passing-rows";

/** Erases sessions, devices, mailed tokens, counters and stored answers of a user; not the row in `users`. */
export function eraseAccountRows(ctx: Ctx, user: Pick<Visitor, "id" | "email">): Statement[] {
  const passing = passingRows(ctx, user);
  return [
    endSessions(ctx, user.id),
    ctx.db.delete(knownDevices).where(eq(knownDevices.userId, user.id)),
    ctx.db.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, user.id)),
    ctx.db.delete(limitCounters).where(passing.counters),
    ctx.db.delete(idempotencyKeys).where(passing.answers),
  ];
}
