import type { Locale } from "@/shared/i18n/locales";
import type { TextParams, Translator } from "@/shared/i18n/translator";
import type { MailTemplate } from "./mail-kinds";
import { appendUnsubscribeToHtml, renderMailHtml } from "./render-mail-html";

/**
 * A table of terms with their details, as in a receipt. With `link`, the details are a URL, to which the term links. With
 * `url`, the title links there.
 */
export type DetailsTable = {
  title: string;
  /** The attribute `lang` of the title, if it is not in the mail's language. */
  lang?: Locale | "" | undefined;
  url?: string;
  rows: readonly { term: string; details: string; link?: boolean }[];
};

export type MailContent = {
  /** Folder of the mail's texts: `mail.<template>` holds subject, heading, body and note (lines), action, unsubscribe. */
  template: MailTemplate;
  params: TextParams;
  /** Text that a user typed, or several, each quoted below the body. */
  quote?: string | readonly string[];
  /** Tables below the text, each under its title. */
  tables?: readonly DetailsTable[];
  /** Whether the tables follow the button and the note. */
  areTablesLast?: boolean;
  /** The button's target, an absolute URL. */
  actionUrl?: string;
  /** For mail that is not transactional: the page that ends such mail, an absolute URL. */
  unsubscribeUrl?: string;
};

export type ComposedMail = { subject: string; text: string; html: string };

/** A link that ends such mail: its text and an absolute URL. */
export type UnsubscribeLink = { label: string; url: string };

/** A mail as text and as HTML, in the recipient's language. */
export function composeMail(t: Translator, site: string, mail: MailContent): ComposedMail {
  const params = nestQuotes(t.locale, mail.params);
  const translate = (part: string) => t(`mail.${mail.template}.${part}`, { site, ...params });
  const subject = toSingleLine(translate("subject"));
  const heading = translate("heading");
  const paragraphs = translate("body").split("\n").filter(Boolean);
  const notes = t.has(`mail.${mail.template}.note`) ? translate("note").split("\n") : [];
  const quotes = [mail.quote ?? ""].flat().filter(Boolean);
  const tables = mail.tables ?? [];
  const action = mail.actionUrl
    ? { label: translate("action"), url: mail.actionUrl, fallback: t("mail.address") }
    : null;
  const signature = t("mail.signature", { site });

  const tableTexts = tables.map(({ title, url, rows }) =>
    [title, ...rows.map(({ term, details }) => `${term}: ${details}`), ...(url ? [url] : [])].join("\n"),
  );
  const text = [
    heading,
    ...paragraphs,
    ...quotes.map((quote) => quote.replace(/^/gm, "> ")),
    ...(mail.areTablesLast ? [] : tableTexts),
    action && `${action.label}:\n${action.url}`,
    ...notes,
    ...(mail.areTablesLast ? tableTexts : []),
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
    quotes,
    tables,
    areTablesLast: mail.areTablesLast === true,
    action,
    notes,
    signature,
  };
  const composed = { subject, text, html: renderMailHtml(parts) };
  return mail.unsubscribeUrl
    ? appendUnsubscribeLink(composed, { label: translate("unsubscribe"), url: mail.unsubscribeUrl })
    : composed;
}

/** Adds the link as the last line of a mail. */
export const appendUnsubscribeLink = <T extends Pick<ComposedMail, "text" | "html">>(
  mail: T,
  link: UnsubscribeLink,
): T => ({
  ...mail,
  text: `${mail.text}\n\n${link.label}:\n${link.url}`,
  html: appendUnsubscribeToHtml(mail.html, link),
});

const NESTED_QUOTES: Record<Locale, [opening: string, closing: string]> = {
  en: ["‘", "’"],
  // The orthography of the Romanian Academy (DOOM).
  ro: ["«", "»"],
};

/** The parameters with the quotation marks of a quotation inside another, because the texts quote them. */
function nestQuotes(locale: Locale, params: TextParams): TextParams {
  const [opening, closing] = NESTED_QUOTES[locale];
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === "string" && /[„“][^”]*”/.test(value)
        ? value.replace(/[„“]/g, opening).replaceAll("”", closing)
        : value,
    ]),
  );
}

/** Line breaks and other control characters must not reach a mail header. */
const toSingleLine = (value: string) => value.replace(/[\s\p{Cc}]+/gu, " ").trim();
