import { and, asc, eq, lte, min } from "drizzle-orm";
import type { Ctx } from "@/context";
import { mailOutbox } from "@/db/schema";

/** Pauses after the first, second, … failure, in seconds; then the last one doubles until a day has passed. */
const PAUSES_S = [5, 15, 60, 300, 900, 3600];
const GIVE_UP_AFTER_MS = 24 * 3600 * 1000;
const AT_ONCE = 20;
/** While a mail is being handed over, nobody else takes it for this long. */
const CLAIM_MS = 30_000;

type Due = typeof mailOutbox.$inferSelect;

/**
 * Hands over what is due and answers when the next mail will be: seconds from now, or null when none waits.
 * Any number may run at once: a mail is claimed by compare-and-set before it is sent.
 */
export async function deliverMail(ctx: Ctx): Promise<number | null> {
  const due = await ctx.db
    .select()
    .from(mailOutbox)
    .where(and(eq(mailOutbox.state, "waiting"), lte(mailOutbox.nextAttemptTs, ctx.now)))
    .orderBy(asc(mailOutbox.nextAttemptTs))
    .limit(AT_ONCE);
  for (const mail of due) await deliverOne(ctx, mail);
  const [next] = await ctx.db
    .select({ ts: min(mailOutbox.nextAttemptTs) })
    .from(mailOutbox)
    .where(eq(mailOutbox.state, "waiting"));
  return next?.ts == null ? null : Math.max(1, Math.ceil((next.ts - ctx.now) / 1000));
}

async function deliverOne(ctx: Ctx, mail: Due): Promise<void> {
  const mine = and(eq(mailOutbox.id, mail.id), eq(mailOutbox.nextAttemptTs, mail.nextAttemptTs));
  const [claimed] = await ctx.db
    .update(mailOutbox)
    .set({ nextAttemptTs: ctx.now + CLAIM_MS, attempts: mail.attempts + 1 })
    .where(and(mine, eq(mailOutbox.state, "waiting")))
    .returning({ id: mailOutbox.id });
  if (!claimed) return;
  const set = await attempt(ctx, mail);
  await ctx.db.update(mailOutbox).set(set).where(eq(mailOutbox.id, mail.id));
}

async function attempt(ctx: Ctx, mail: Due): Promise<Partial<Due>> {
  try {
    await ctx.mail({
      messageId: `<${mail.id}@${new URL(ctx.config.SITE_URL).hostname}>`,
      from: ctx.config.MAIL_FROM,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      headers: {},
    });
    return { state: "sent", sentTs: ctx.now, lastError: "" };
  } catch (error) {
    const lastError = error instanceof Error ? error.message : String(error);
    ctx.log.warn("mail_failed", { mail: mail.id, template: mail.template, attempt: mail.attempts + 1, error: lastError });
    if (ctx.now - mail.createdTs >= GIVE_UP_AFTER_MS) return { state: "dead", lastError };
    return { nextAttemptTs: ctx.now + pauseSeconds(mail.attempts) * 1000, lastError };
  }
}

/** Seconds to wait after the failure number `failures` (counted from 0). */
export function pauseSeconds(failures: number): number {
  const known = PAUSES_S[failures];
  if (known !== undefined) return known;
  const last = PAUSES_S[PAUSES_S.length - 1] ?? 3600;
  return Math.min(last * 2 ** (failures - PAUSES_S.length + 1), 6 * 3600);
}
