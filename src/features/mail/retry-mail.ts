import { and, eq, gt, inArray, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { withAfterCommitHook } from "@/db/after-commit";
import { auditEventStatement, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { mailOutbox, users } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { emailField } from "@/shared/schemas/accounts";
import { validate } from "@/shared/schemas/field-errors";
import { CLAIM_MS } from "./deliver-mail";
import type { MailTemplate } from "./mail-kinds";

/** Whether the one-time link in a mail has expired at `now` (ms), so the mail is useless. */
export const isLinkExpired = ({ linkExpiresTs }: { linkExpiresTs: number | null }, now: number): boolean =>
  linkExpiresTs !== null && linkExpiresTs <= now;

/** Whether a mail still has what it is sent from; a sent mail has lost it, also if it was returned later. */
export const hasContentSql = or(ne(mailOutbox.text, ""), isNotNull(mailOutbox.payload));

/** Mails that can go to another address: they have no personal link, and their delivery depends on no recipient. */
const CORRECTABLE: readonly MailTemplate[] = [
  "contact_copy",
  "contact_received",
  "contact_reply",
  "report_received",
  "report_decided",
  "conversation_report_received",
  "conversation_report_decided",
];

/** Condition: an undelivered mail can go to another address. That of an account is corrected at the account. */
const isCorrectableSql = and(
  eq(mailOutbox.state, "dead"),
  ne(mailOutbox.text, ""),
  inArray(mailOutbox.template, CORRECTABLE),
  sql`not exists (select 1 from ${users} where ${users.email} = ${mailOutbox.recipient})`,
);

export const canCorrectAddress = async ({ db }: Ctx, id: string): Promise<boolean> =>
  (await db.$count(mailOutbox, and(eq(mailOutbox.id, id), isCorrectableSql))) === 1;

const addressSchema = z.object({ address: emailField });

/** Queues a mail again as `prepareMailRetry` does. */
export async function retryMail(ctx: Ctx, id: string): Promise<Result<null>> {
  const retry = await prepareMailRetry(ctx, id);
  if (!retry.ok) return retry;
  await ctx.commit(retry.value.statements(retry.value.guard));
  return ok(null);
}

/**
 * The statements that queue a dead or waiting mail for sending now, with a new day of retries, or a dead one to a
 * corrected address, and the condition on which they do. A mail that is due within CLAIM_MS stays unchanged, because a
 * run may be sending it.
 * @returns `not_found` if it doesn't exist or has been sent, `conflict` if its link has expired, or the address can't be
 * corrected; `invalid` for a wrong address
 */
export async function prepareMailRetry(
  ctx: Ctx,
  id: string,
  { correctedAddress }: { correctedAddress?: string } = {},
): Promise<Result<{ guard: SQL; statements(guard: SQL): Statement[] }>> {
  requireAdmin(ctx);
  const { state, nextAttemptTs, linkExpiresTs } = mailOutbox;
  const [mail] = await ctx.db
    .select({ state, linkExpiresTs })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.id, id), hasContentSql));
  if (!mail || mail.state === "sent") return refuse("not_found");
  if (isLinkExpired(mail, ctx.now)) return refuse("conflict");
  const checked =
    correctedAddress === undefined ? null : validate(addressSchema, { address: correctedAddress });
  if (checked?.ok === false) return checked;
  if (checked && !(await canCorrectAddress(ctx, id))) return refuse("conflict");
  const isRetryableSql = and(
    eq(mailOutbox.id, id),
    hasContentSql,
    checked
      ? isCorrectableSql
      : or(eq(state, "dead"), and(eq(state, "waiting"), gt(nextAttemptTs, ctx.now + CLAIM_MS))),
  );
  return ok({
    guard: sql`exists (select 1 from ${mailOutbox} where ${isRetryableSql})`,
    statements: (guard) => [
      auditEventStatement(
        ctx,
        {
          action: "mail.retried",
          subject: auditSubject("mail", id),
          detail: checked ? { changed: ["address"] } : {},
        },
        guard,
      ),
      withAfterCommitHook(
        "wake-outbox",
        ctx.db
          .update(mailOutbox)
          .set({
            ...(checked ? { recipient: checked.value.address } : {}),
            state: "waiting",
            attempts: 0,
            createdTs: ctx.now,
            nextAttemptTs: ctx.now,
          })
          .where(and(isRetryableSql, guard)),
      ),
    ],
  });
}
