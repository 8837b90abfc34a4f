import { and, eq, inArray, isNotNull, isNull, type SQL } from "drizzle-orm";
import * as z from "zod/mini";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { type AuditAction, auditEventStatement, auditSubject } from "@/db/audit";
import { previousChanged } from "@/db/guard";
import { paymentEvents } from "@/db/schema";
import { PAYMENT_ALERTS } from "@/shared/codes";
import { ok, type Result, refuse } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { normaliseLines } from "@/shared/text";

/**
 * Marks an event as seen by an admin, with a `note` for other admins. The event then needs no attention until its
 * outcome changes. `outcome` is the one the page showed. A second call has nothing left to mark.
 * Refusals: not_found, invalid, conflict (`datastale`: the outcome changed meanwhile).
 */
export async function markEventSeen(
  ctx: Ctx,
  eventId: string,
  { outcome, ...input }: { outcome: string; note: string },
): Promise<Result<null>> {
  requireAdmin(ctx);
  const parsed = validate(markEventSchema, input);
  if (!parsed.ok) return parsed;
  const [event] = await ctx.db
    .select({ outcome: paymentEvents.outcome })
    .from(paymentEvents)
    .where(eq(paymentEvents.id, eventId));
  if (!event) return refuse("not_found");
  if (event.outcome !== outcome) return refuse("conflict", { reason: "datastale" });
  const unseen = and(
    isNull(paymentEvents.seenTs),
    eq(paymentEvents.outcome, event.outcome),
    inArray(paymentEvents.outcome, [...PAYMENT_ALERTS]),
  );
  await updateSeen(ctx, eventId, {
    seenTs: ctx.now,
    guard: unseen,
    action: "event.marked_seen",
    detail: parsed.value,
  });
  return ok(null);
}

/** Marks an event as not seen. Refusal: not_found. */
export async function markEventUnseen(ctx: Ctx, eventId: string): Promise<Result<null>> {
  requireAdmin(ctx);
  const [event] = await ctx.db
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(eq(paymentEvents.id, eventId));
  if (!event) return refuse("not_found");
  const seen = isNotNull(paymentEvents.seenTs);
  await updateSeen(ctx, eventId, { seenTs: null, guard: seen, action: "event.marked_unseen", detail: {} });
  return ok(null);
}

/** Of concurrent clicks, one marks the event and writes the audit event. */
async function updateSeen(
  ctx: Ctx,
  eventId: string,
  change: {
    seenTs: number | null;
    guard: SQL | undefined;
    action: AuditAction;
    detail: Record<string, string>;
  },
): Promise<void> {
  const { seenTs, guard, action, detail } = change;
  await ctx.commit([
    ctx.db
      .update(paymentEvents)
      .set({ seenTs })
      .where(and(eq(paymentEvents.id, eventId), guard)),
    auditEventStatement(ctx, { action, subject: auditSubject("event", eventId), detail }, previousChanged),
  ]);
}

/** An admin's note on an event for other admins; may be empty. */
const markEventSchema = z.object({ note: z.string().check(z.overwrite(normaliseLines), z.maxLength(500)) });
