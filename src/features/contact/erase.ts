import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { contactMessages } from "@/db/schema";
import { eraseMailsAbout } from "@/features/mail";
import { writtenBy } from "./queries";

/** Takes out what somebody wrote to the operator, and what the mails to the operator say of it. Stands before accounts. */
export const eraseContactOf = (ctx: Pick<Ctx, "db">, userId: string): Statement[] => [
  ...eraseMailsAbout(
    ctx,
    sql`(select ${auditSubject("contact", contactMessages.id)} from ${contactMessages} where ${writtenBy(userId)})`,
  ),
  ctx.db.delete(contactMessages).where(writtenBy(userId)),
];
