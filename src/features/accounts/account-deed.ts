import type { SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { auditLog } from "@/db/schema";

/** The audit row of what the owner of an account did to it by a mailed link, if `when` holds as the batch runs. */
export const accountDeed = (ctx: Ctx, action: `user.${string}`, userId: string, when: SQL): Statement =>
  insertWhere(
    ctx.db,
    auditLog,
    {
      id: ctx.newId(),
      ts: ctx.now,
      actorId: userId,
      action,
      subject: auditSubject("user", userId),
      detail: {},
    },
    when,
  );
