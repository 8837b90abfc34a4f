import type { SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { mailOutbox } from "@/db/schema";
import { followedBy } from "@/db/sequel";
import { type Locale, localised } from "@/shared/i18n/locales";
import { composeMail, type MailText } from "./compose";

export type MailRequest = Omit<MailText, "actionUrl"> & {
  to: string;
  locale: Locale;
  /** A path of this site; the mail gets it in the recipient's locale, absolute. */
  actionPath?: string;
  /** False for mail that may leave no trace: its row goes when it is sent or given up. */
  kept?: boolean;
  /** Whom or what it tells of besides its recipient, by `auditSubject`; erasing that finds the mail by it. */
  about?: string;
  /** When the one-time link in it ends (ms). */
  linkEndsTs?: number;
};

/**
 * The statement that puts a mail into the outbox; it belongs into the batch of what causes the mail. With `when` the
 * mail is written only if that holds when the batch runs, for a batch whose deed may turn out to be done already.
 */
export function queueMail(
  ctx: Ctx,
  { to, locale, actionPath, kept = true, about, linkEndsTs, ...mail }: MailRequest,
  when?: SQL,
): Statement {
  const { subject, text, html } = composeMail(ctx.translator(locale), ctx.config.SITE_NAME, {
    ...mail,
    ...(actionPath ? { actionUrl: ctx.config.SITE_URL + localised(locale, actionPath) } : {}),
  });
  const row = {
    id: ctx.newId(),
    template: mail.template,
    recipient: to,
    subject,
    text,
    html,
    createdTs: ctx.now,
    nextAttemptTs: ctx.now,
    kept,
    about: about ?? null,
    linkEndsTs: linkEndsTs ?? null,
  };
  const statement = when ? insertWhere(ctx.db, mailOutbox, row, when) : ctx.db.insert(mailOutbox).values(row);
  return followedBy("wake-mail", statement);
}
