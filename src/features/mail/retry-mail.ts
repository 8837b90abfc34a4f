import { and, eq, gt, or, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { afterCommit } from "@/db/after-commit";
import { auditEvent, auditSubject } from "@/db/audit";
import { mailOutbox } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { CLAIM_MS } from "./deliver-mail";

/** Whether nobody could use a mail any more, at `now` (ms): the one-time link in it has ended. */
export const linkIsOver = ({ linkEndsTs }: { linkEndsTs: number | null }, now: number): boolean =>
  linkEndsTs !== null && linkEndsTs <= now;

/**
 * Sends a mail that was given up, or that waits for its next try, on its way now, as if it had just been written: it
 * gets another day. One that is due within moments is left alone: somebody may be handing it over.
 * @returns `not_found` when it is not there or was sent meanwhile, `conflict` when its link is over.
 */
export async function retryMail(ctx: Ctx, id: string): Promise<Result<null>> {
  requireAdmin(ctx);
  const { state, nextAttemptTs, linkEndsTs } = mailOutbox;
  const [mail] = await ctx.db.select({ state, linkEndsTs }).from(mailOutbox).where(eq(mailOutbox.id, id));
  if (!mail || mail.state === "sent") return refuse("not_found");
  if (linkIsOver(mail, ctx.now)) return refuse("conflict");
  const resting = and(
    eq(mailOutbox.id, id),
    or(eq(state, "dead"), and(eq(state, "waiting"), gt(nextAttemptTs, ctx.now + CLAIM_MS))),
  );
  await ctx.commit([
    auditEvent(
      ctx,
      { action: "mail.retried", subject: auditSubject("mail", id) },
      sql`exists (select 1 from ${mailOutbox} where ${resting})`,
    ),
    afterCommit(
      "wake-mail",
      ctx.db
        .update(mailOutbox)
        .set({ state: "waiting", attempts: 0, createdTs: ctx.now, nextAttemptTs: ctx.now })
        .where(resting),
    ),
  ]);
  return ok(null);
}
