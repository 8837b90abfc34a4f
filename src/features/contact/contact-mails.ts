import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { contactMessages } from "@/db/schema";
import { queueMailStatement } from "@/features/mail";
import { detectWrittenContact } from "@/shared/contact-data";
import type { Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import type { ContactInput } from "@/shared/schemas/contact";

type ContactMessage = ContactInput & { id: string };

/** Queues the mail to the operator, in the site's default language. */
export function queueOperatorMailStatement(
  ctx: Ctx,
  { id, name, email, subject, message }: ContactMessage,
  guard: SQL,
): Statement {
  const locale = ctx.config.DEFAULT_LOCALE;
  const t = ctx.translator(locale);
  const row = (label: string, details: string) => ({ term: t(`contact.mail.${label}`), details });
  return queueMailStatement(
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

/** Stores an admin's reply and mails it with the message to its sender, if `guard` holds. */
export const replyStatements = (
  ctx: Ctx,
  id: string,
  { name, email, subject, message, locale }: Omit<ContactMessage, "id"> & { locale: Locale },
  text: string,
  guard: SQL,
): Statement[] => [
  ctx.db
    .update(contactMessages)
    .set({
      replies: sql`json_insert(${contactMessages.replies}, '$[#]', json_object('text', ${text}, 'created_ts', ${ctx.now}))`,
    })
    .where(and(eq(contactMessages.id, id), guard)),
  queueMailStatement(
    ctx,
    {
      template: "contact_reply",
      to: email,
      replyTo: ctx.config.CONTACT_EMAIL,
      locale,
      params: { name, subject, text },
      quote: message,
      about: auditSubject("contact", id),
    },
    guard,
  ),
];

/**
 * Queues the sender's copy. Senders can type any address, so a copy to an unverified mailbox leaves out text with
 * links, addresses or phone numbers.
 */
export function queueSenderCopyStatement(
  ctx: Ctx,
  { id, email, subject, message }: ContactMessage,
  guard: SQL,
): Statement {
  const text = `${subject}\n\n${message}`;
  const isVerifiedSender = ctx.user?.emailVerified === true && ctx.user.email === email;
  const mail = {
    to: email,
    locale: ctx.locale,
    params: {},
    about: auditSubject("contact", id),
  };
  return isVerifiedSender || detectWrittenContact(text) === null
    ? queueMailStatement(ctx, { ...mail, template: "contact_copy", quote: text }, guard)
    : queueMailStatement(ctx, { ...mail, template: "contact_received" }, guard);
}
