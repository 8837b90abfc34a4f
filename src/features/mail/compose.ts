import type { TextParams, Translator } from "@/shared/i18n/translator";

export type MailText = {
  /** Folder of the mail's texts: `mail.<template>` holds subject, heading, body (lines), action, note. */
  template: string;
  params: TextParams;
  /** Words that somebody typed, quoted below the body. */
  quote?: string;
  /** Where the button leads: an absolute URL. */
  actionUrl?: string;
};

export type ComposedMail = { subject: string; text: string; html: string };

/** A mail in both forms, in the recipient's language. Everything typed by people is escaped in the HTML form. */
export function composeMail(t: Translator, siteName: string, mail: MailText): ComposedMail {
  const say = (part: string) => t(`mail.${mail.template}.${part}`, { site: siteName, ...mail.params });
  const optional = (part: string) => (t.has(`mail.${mail.template}.${part}`) ? say(part) : "");
  const subject = oneLine(say("subject"));
  const heading = say("heading");
  const paragraphs = say("body").split("\n").filter(Boolean);
  const note = optional("note");
  const action = mail.actionUrl ? say("action") : "";
  const sign = t("mail.signature", { site: siteName });

  const text = [
    heading,
    ...paragraphs,
    ...(mail.quote ? [mail.quote.replace(/^/gm, "> ")] : []),
    ...(mail.actionUrl ? [`${action}:\n${mail.actionUrl}`] : []),
    ...(note ? [note] : []),
    sign,
  ].join("\n\n");

  const p = (content: string, style = "") => `<p style="margin:0 0 16px;${style}">${content}</p>`;
  const html = [
    `<!doctype html><html lang="${t.locale}"><head><meta charset="utf-8"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#22302a;background:#faf7f0"><div style="max-width:560px;margin:0 auto">`,
    `<h1 style="font-size:22px;line-height:1.3;margin:0 0 16px">${escapeHtml(heading)}</h1>`,
    ...paragraphs.map((one) => p(escapeHtml(one))),
    ...(mail.quote
      ? [
          `<blockquote style="margin:0 0 16px;padding:8px 16px;border-left:3px solid #1f5f45">${escapeHtml(mail.quote).replace(/\n/g, "<br>")}</blockquote>`,
        ]
      : []),
    ...(mail.actionUrl
      ? [
          p(
            `<a href="${escapeHtml(mail.actionUrl)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1f5f45;color:#fff;text-decoration:none">${escapeHtml(action)}</a>`,
          ),
        ]
      : []),
    ...(note ? [p(escapeHtml(note), "font-size:14px;color:#5b6660")] : []),
    p(escapeHtml(sign), "font-size:14px;color:#5b6660"),
    "</div></body></html>",
  ].join("\n");
  return { subject, text, html };
}

/** No line break, and no other control character, may reach a mail header. */
const oneLine = (value: string) => value.replace(/[\s\p{Cc}]+/gu, " ").trim();

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (value: string) => value.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
