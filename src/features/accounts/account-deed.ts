import type { SQL } from "drizzle-orm";
import { auditRow } from "@/auth/audit-row";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";

/** The audit row of what the owner of an account did to it by a mailed link, if `when` holds as the batch runs. */
export const accountDeed = (ctx: Ctx, action: `user.${string}`, userId: string, when: SQL): Statement =>
  auditRow(ctx, { action, subject: auditSubject("user", userId), actorId: userId }, when);
