import type { TextParams, Translator } from "@/shared/i18n/translator";
import { mailHtml } from "./mail-html";

/** Facts as a table, for example of a receipt. A link's details are its URL. */
export type FactTable = {
  title: string;
  rows: readonly { term: string; details: string; link?: boolean }[];
};

export type MailText = {
  /** Folder of the mail's texts: `mail.<template>` holds subject, heading, body (lines), action, note. */
  template: string;
  params: TextParams;
  /** Text that a user typed, quoted below the body. */
  quote?: string;
  /** Tables below the text, each under its title. */
  tables?: readonly FactTable[];
  /** The button's target, an absolute URL. */
  actionUrl?: string;
};

export type ComposedMail = { subject: string; text: string; html: string };

/** A mail as text and as HTML, in the recipient's language. */
export function composeMail(t: Translator, site: string, mail: MailText): ComposedMail {
  const say = (part: string) => t(`mail.${mail.template}.${part}`, { site, ...mail.params });
  const subject = oneLine(say("subject"));
  const heading = say("heading");
  const paragraphs = say("body").split("\n").filter(Boolean);
  const note = t.has(`mail.${mail.template}.note`) ? say("note") : "";
  const quote = mail.quote ?? "";
  const tables = mail.tables ?? [];
  const action = mail.actionUrl
    ? { label: say("action"), url: mail.actionUrl, fallback: t("mail.address") }
    : null;
  const signature = t("mail.signature", { site });

  const text = [
    heading,
    ...paragraphs,
    quote ? quote.replace(/^/gm, "> ") : "",
    ...tables.map(({ title, rows }) =>
      [title, ...rows.map(({ term, details }) => `${term}: ${details}`)].join("\n"),
    ),
    action && `${action.label}:\n${action.url}`,
    note,
    signature,
  ]
    .filter(Boolean)
    .join("\n\n");
  const parts = {
    locale: t.locale,
    subject,
    site,
    heading,
    paragraphs,
    quote,
    tables,
    action,
    note,
    signature,
  };
  return { subject, text, html: mailHtml(parts) };
}

/** Line breaks and other control characters must not reach a mail header. */
const oneLine = (value: string) => value.replace(/[\s\p{Cc}]+/gu, " ").trim();
