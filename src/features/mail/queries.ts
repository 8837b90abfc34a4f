import { and, asc, eq, lte, min } from "drizzle-orm";
import type { Ctx } from "@/context";
import { mailOutbox } from "@/db/schema";

/** Mails due at `now` (ms), the longest due first, with all fields that sending needs. */
export function findDueMails(ctx: Ctx, now: number, most: number) {
  return ctx.db
    .select({
      id: mailOutbox.id,
      template: mailOutbox.template,
      recipient: mailOutbox.recipient,
      replyTo: mailOutbox.replyTo,
      subject: mailOutbox.subject,
      text: mailOutbox.text,
      html: mailOutbox.html,
      createdTs: mailOutbox.createdTs,
      attempts: mailOutbox.attempts,
      nextAttemptTs: mailOutbox.nextAttemptTs,
    })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.state, "waiting"), lte(mailOutbox.nextAttemptTs, now)))
    .orderBy(asc(mailOutbox.nextAttemptTs))
    .limit(most);
}

export type DueMail = Awaited<ReturnType<typeof findDueMails>>[number];

/** Whether a mail to an address about one subject exists, sent or not. `about` by `auditSubject`. */
export async function hasMailTo({ db }: Pick<Ctx, "db">, recipient: string, about: string): Promise<boolean> {
  const found = await db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.about, about), eq(mailOutbox.recipient, recipient)))
    .limit(1);
  return found.length > 0;
}

/** When (ms) the next unsent mail is due; null if none waits. */
export async function nextDueTs(ctx: Ctx): Promise<number | null> {
  const [next] = await ctx.db
    .select({ ts: min(mailOutbox.nextAttemptTs) })
    .from(mailOutbox)
    .where(eq(mailOutbox.state, "waiting"));
  return next?.ts ?? null;
}
