import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { mailOutbox } from "@/db/schema";
import { localised, type Locale } from "@/shared/i18n/locales";
import { composeMail, type MailText } from "./compose";

export type MailRequest = Omit<MailText, "actionUrl"> & {
  to: string;
  locale: Locale;
  /** A path of this site; the mail gets it in the recipient's locale, absolute. */
  actionPath?: string;
};

/** The statement that puts a mail into the outbox; it belongs into the batch of what causes the mail. */
export function queueMail(ctx: Ctx, { to, locale, actionPath, ...mail }: MailRequest): Statement {
  const composed = composeMail(ctx.translator(locale), ctx.config.SITE_NAME, {
    ...mail,
    ...(actionPath ? { actionUrl: ctx.config.SITE_URL + localised(locale, actionPath) } : {}),
  });
  return ctx.db.insert(mailOutbox).values({
    id: ctx.newId(),
    template: mail.template,
    recipient: to,
    ...composed,
    createdTs: ctx.now,
    nextAttemptTs: ctx.now,
  });
}
