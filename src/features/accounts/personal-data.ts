import { and, eq, gte, lt, or, type SQL, sql } from "drizzle-orm";
import { hashLimitKey } from "@/auth/keyed-hash";
import { endSessionsStatements } from "@/auth/sessions";
import type { Ctx, SignedInUser } from "@/context";
import type { Statement } from "@/db/client";
import { exportRow } from "@/db/export-row";
import {
  idempotencyKeys,
  knownDevices,
  limitCounters,
  oneTimeTokens,
  sessions,
  teacherSightings,
  twoStep,
} from "@/db/schema";
import { toTimestampJson } from "@/shared/format";

type AccountOwner = Pick<SignedInUser, "id" | "email" | "emailVerified">;

/** How a user signs in, as JSON for their export, without hashes. */
export async function exportAccount(ctx: Ctx, userId: string) {
  const [openSessions, devices, tokens, sightings, enabled] = await ctx.db.batch([
    ctx.db
      .select({
        id: sessions.id,
        createdTs: sessions.createdTs,
        lastSeenTs: sessions.lastSeenTs,
        idleExpiresTs: sessions.idleExpiresTs,
        absoluteExpiresTs: sessions.absoluteExpiresTs,
        remember: sessions.remember,
        userAgent: sessions.userAgent,
        country: sessions.country,
      })
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(sessions.createdTs),
    ctx.db
      .select({ device: knownDevices.device, firstTs: knownDevices.firstTs, lastTs: knownDevices.lastTs })
      .from(knownDevices)
      .where(eq(knownDevices.userId, userId))
      .orderBy(knownDevices.firstTs),
    ctx.db
      .select({
        purpose: oneTimeTokens.purpose,
        email: oneTimeTokens.email,
        createdTs: oneTimeTokens.createdTs,
        expiresTs: oneTimeTokens.expiresTs,
        usedTs: oneTimeTokens.usedTs,
      })
      .from(oneTimeTokens)
      .where(eq(oneTimeTokens.userId, userId))
      .orderBy(oneTimeTokens.createdTs),
    ctx.db
      .select({ kind: teacherSightings.kind, lastTs: teacherSightings.lastTs })
      .from(teacherSightings)
      .where(eq(teacherSightings.userId, userId))
      .orderBy(teacherSightings.lastTs),
    ctx.db.select({ enabledTs: twoStep.enabledTs }).from(twoStep).where(eq(twoStep.userId, userId)),
  ]);
  return {
    sessions: openSessions.map((session) => exportRow(sessions, session)),
    known_devices: devices.map((device) => exportRow(knownDevices, device)),
    one_time_tokens: tokens.map((token) => exportRow(oneTimeTokens, token)),
    teacher_sightings: sightings.map((sighting) => exportRow(teacherSightings, sighting)),
    two_step: enabled.map((row) => exportRow(twoStep, row)),
  };
}

/**
 * Erases sessions, devices, sightings, mailed tokens, two-step sign-in, counters and stored answers of a user; not
 * the row in `users`.
 */
export function eraseAccountStatements(ctx: Ctx, user: AccountOwner): Statement[] {
  const conditions = temporaryRowConditions(ctx, user);
  return [
    ...endSessionsStatements(ctx, user.id),
    ctx.db.delete(knownDevices).where(eq(knownDevices.userId, user.id)),
    ctx.db.delete(teacherSightings).where(eq(teacherSightings.userId, user.id)),
    ctx.db.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, user.id)),
    ctx.db.delete(twoStep).where(eq(twoStep.userId, user.id)),
    ctx.db.delete(limitCounters).where(conditions.counters),
    ctx.db.delete(idempotencyKeys).where(conditions.answers),
  ];
}

/**
 * Conditions for a user's rate limit counters and stored idempotent answers. Counters match by id or verified address;
 * they live for at most a day, so a full scan is cheap. An address that is not verified may be another person's, whose
 * counters must neither be shown nor start again. Answers match only the user's own calls.
 */
function temporaryRowConditions(ctx: Ctx, { id, email, emailVerified }: AccountOwner) {
  const address = hashLimitKey(ctx, email);
  return {
    counters: or(
      eq(limitCounters.key, id),
      emailVerified ? sql`substr(${limitCounters.key}, 1, ${address.length}) = ${address}` : undefined,
    ) as SQL,
    // A scope begins with the user's id and a space; "!" is the character after the space.
    answers: and(gte(idempotencyKeys.scope, `${id} `), lt(idempotencyKeys.scope, `${id}!`)) as SQL,
  };
}

/**
 * A user's rate limit counters and stored idempotent answers, which live for at most a day, as JSON for their export.
 */
export async function exportTemporaryRows(ctx: Ctx, user: AccountOwner) {
  const conditions = temporaryRowConditions(ctx, user);
  const [counters, answers] = await ctx.db.batch([
    ctx.db.select().from(limitCounters).where(conditions.counters),
    ctx.db.select().from(idempotencyKeys).where(conditions.answers),
  ]);
  return {
    limit_counters: counters.map((counter) => ({
      name: counter.name,
      hits: counter.hits,
      window_start_ts: toTimestampJson(counter.windowStartTs),
    })),
    idempotency_keys: answers.map((answer) => ({
      key: answer.key,
      call: answer.scope.slice(user.id.length + 1),
      status: answer.status,
      created_ts: toTimestampJson(answer.createdTs),
    })),
  };
}
