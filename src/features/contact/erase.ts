import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { contactMessages } from "@/db/schema";
import { eraseMailsAbout } from "@/features/mail";
import { writtenBy } from "./queries";

/** Deletes a user's messages to the operator and the mails about them. Must run before the account is erased. */
export const eraseContactMessages = (ctx: Pick<Ctx, "db">, userId: string): Statement[] => [
  ...eraseMailsAbout(
    ctx,
    sql`(select ${auditSubject("contact", contactMessages.id)} from ${contactMessages} where ${writtenBy(userId)})`,
  ),
  ctx.db.delete(contactMessages).where(writtenBy(userId)),
];
