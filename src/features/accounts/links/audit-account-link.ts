import type { SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditEvent, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";

/** A statement that writes the audit event of a used account link, if `guard` holds when the batch runs. */
export const auditAccountLink = (ctx: Ctx, action: `user.${string}`, userId: string, guard: SQL): Statement =>
  auditEvent(ctx, { action, subject: auditSubject("user", userId), actorId: userId }, guard);
