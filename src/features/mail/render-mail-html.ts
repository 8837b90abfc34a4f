import type { Locale } from "@/shared/i18n/locales";
import type { DetailsTable, UnsubscribeLink } from "./compose-mail";

/** The parts of a mail, as plain text; `renderMailHtml` escapes everything. */
export type MailParts = {
  locale: Locale;
  subject: string;
  site: string;
  heading: string;
  paragraphs: readonly string[];
  /** Texts that users typed. */
  quotes: readonly string[];
  tables: readonly DetailsTable[];
  areTablesLast: boolean;
  /** `fallback` introduces the bare URL, for mail programs without buttons and for careful readers. */
  action: { label: string; url: string; fallback: string } | null;
  notes: readonly string[];
  signature: string;
};

/*
 * HTML that mail programs support: one column, tables for widths and backgrounds, and inline styles. Only some programs
 * read the style sheet; its classes set the colours of the dark theme. The colours are those of
 * client/styles/tokens.css.
 */
const STYLES = `@media (prefers-color-scheme:dark){
.page{background:#161916!important}
.card{background:#1e221e!important;border-color:#343a34!important}
.text{color:#ece8dd!important}
.muted{color:#b3afa1!important}
.link{color:#86cfa8!important}
.bordered{border-color:#343a34!important}
.quote{background:#111411!important;border-color:#86cfa8!important;color:#ece8dd!important}
.button{background:#2b7a58!important}
}`;

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const SMALL = "font-size:14px;line-height:1.5";
const TABLE = `<table role="presentation" cellpadding="0" cellspacing="0" border="0"`;

export function renderMailHtml(mail: MailParts): string {
  const tables = mail.tables.map(detailsTable);
  const blocks = [
    `<h1 class="text" style="margin:0 0 16px;font-size:22px;line-height:1.3;color:#22241f">${escapeHtml(mail.heading)}</h1>`,
    ...mail.paragraphs.map((text) => paragraph(escapeHtml(text))),
    ...mail.quotes.map(blockquote),
    ...(mail.areTablesLast ? [] : tables),
    mail.action && button(mail.action),
    ...mail.notes.map((text) => paragraph(escapeHtml(text), "muted", `${SMALL};color:#5a5a50`)),
    ...(mail.areTablesLast ? tables : []),
    paragraph(escapeHtml(mail.signature), "muted", `${SMALL};color:#5a5a50;margin-bottom:0`),
  ];
  return [
    `<!doctype html><html lang="${mail.locale}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width,initial-scale=1">`,
    `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">`,
    `<title>${escapeHtml(mail.subject)}</title><style>:root{color-scheme:light dark}\n${STYLES}</style></head>`,
    `<body class="page" style="margin:0;padding:0;background:#faf7f0">`,
    `${TABLE} width="100%" class="page" style="background:#faf7f0"><tr><td align="center" style="padding:24px 12px">`,
    `${TABLE} width="100%" style="max-width:560px;text-align:left">`,
    `<tr><td class="link" style="padding:0 4px 12px;${FONT};font-size:18px;font-weight:700;color:#1d5b41">${escapeHtml(mail.site)}</td></tr>`,
    `<tr><td class="card text" style="padding:24px;background:#fffefb;border:1px solid #e3dccd;border-radius:12px;${FONT};font-size:16px;line-height:1.5;color:#22241f">`,
    ...blocks.filter(Boolean),
    END,
  ].join("\n");
}

/** The end of every mail, after the last block of its card. */
const END = `</td></tr></table></td></tr></table></body></html>`;

/** Adds the link as the last block of rendered HTML. */
export const appendUnsubscribeToHtml = (html: string, { label, url }: UnsubscribeLink): string =>
  html.endsWith(END)
    ? [
        html.slice(0, -END.length),
        `<p class="muted" style="margin:16px 0 0;${SMALL};color:#5a5a50"><a class="link" href="${escapeHtml(url)}" style="color:#1d5b41">${escapeHtml(label)}</a></p>`,
        `\n${END}`,
      ].join("")
    : html;

const paragraph = (html: string, tone = "text", style = "color:#22241f"): string =>
  `<p class="${tone}" style="margin:0 0 16px;${style}">${html}</p>`;

const blockquote = (text: string): string =>
  `<blockquote class="quote" style="margin:0 0 16px;padding:12px 16px;border-left:3px solid #1d5b41;background:#f2ede1;color:#22241f">${escapeHtml(text).replace(/\n/g, "<br>")}</blockquote>`;

/** Without role="presentation", so that screen readers read it as a data table. */
function detailsTable({ title, lang, url, rows }: DetailsTable): string {
  const attribute = lang === undefined ? "" : ` lang="${lang}"`;
  const caption = url
    ? `<a class="link" href="${escapeHtml(url)}" style="color:#1d5b41">${escapeHtml(title)}</a>`
    : escapeHtml(title);
  const cell =
    "padding:6px 0;border-bottom:1px solid #e3dccd;vertical-align:top;text-align:left;overflow-wrap:anywhere;word-break:break-word";
  return [
    `<table cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:8px 0 16px;${SMALL}">`,
    `<caption class="text" style="padding:0 0 6px;text-align:left;font-weight:700;color:#22241f"${attribute}>${caption}</caption>`,
    ...rows.map(({ term, details, link }) =>
      link
        ? `<tr><td colspan="2" class="bordered" style="${cell}"><a class="link" href="${escapeHtml(details)}" style="color:#1d5b41">${escapeHtml(term)}</a></td></tr>`
        : `<tr><th scope="row" class="bordered muted" style="${cell};width:38%;padding-right:12px;font-weight:400;color:#5a5a50">${escapeHtml(term)}</th><td class="bordered text" style="${cell};color:#22241f">${escapeHtml(details)}</td></tr>`,
    ),
    `</table>`,
  ].join("\n");
}

/** The padding is on the cell, because some mail programs ignore it on links. */
function button({ label, url, fallback }: NonNullable<MailParts["action"]>): string {
  const href = escapeHtml(url);
  return [
    `${TABLE} style="margin:8px 0 16px"><tr><td class="button" style="border-radius:10px;background:#1d5b41;text-align:center">`,
    `<a href="${href}" style="display:inline-block;padding:12px 20px;font-weight:700;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a>`,
    `</td></tr></table>`,
    `<p class="muted" style="margin:0 0 16px;${SMALL};color:#5a5a50">${escapeHtml(fallback)}<br><a class="link" href="${href}" style="color:#1d5b41;word-break:break-all">${href}</a></p>`,
  ].join("\n");
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (value: string): string => value.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
