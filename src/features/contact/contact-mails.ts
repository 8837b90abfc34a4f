import type { SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { queueMail } from "@/features/mail";
import { findContactData } from "@/shared/contact-data";
import { paths } from "@/shared/paths";
import type { ContactInput } from "@/shared/schemas/contact";

type Message = ContactInput & { id: string };

/** The operator's copy, in the site's default language. */
export function operatorsMail(
  ctx: Ctx,
  { id, name, email, subject, message }: Message,
  guard: SQL,
): Statement {
  const locale = ctx.config.DEFAULT_LOCALE;
  const t = ctx.translator(locale);
  const row = (what: string, details: string) => ({ term: t(`contact.mail.${what}`), details });
  return queueMail(
    ctx,
    {
      template: "contact_message",
      to: ctx.config.CONTACT_EMAIL,
      replyTo: email,
      locale,
      params: { name, subject },
      quote: message,
      tables: [
        {
          title: t("contact.mail.sender"),
          rows: [
            row("name", name),
            row("email", email),
            row("language", t(`contact.mail.languages.${ctx.locale}`)),
            row("account", ctx.user ? ctx.user.email : t("contact.mail.noAccount")),
          ],
        },
      ],
      about: auditSubject("contact", id),
      actionPath: paths.followUpRow(`contact:${id}`),
    },
    guard,
  );
}

/**
 * The sender's copy. Senders can type any address, so a copy to an unverified mailbox leaves out text with links,
 * addresses or phone numbers.
 */
export function contactCopy(ctx: Ctx, { id, email, subject, message }: Message, guard: SQL): Statement {
  const words = `${subject}\n\n${message}`;
  const proven = ctx.user?.emailVerified === true && ctx.user.email === email;
  const mail = {
    to: email,
    locale: ctx.locale,
    params: {},
    about: auditSubject("contact", id),
  };
  return proven || findContactData(words) === null
    ? queueMail(ctx, { ...mail, template: "contact_copy", quote: words }, guard)
    : queueMail(ctx, { ...mail, template: "contact_received" }, guard);
}
