import { html } from "hono/html";
import type { StoredMail } from "../inbox";
import { layout, type Markup } from "./layout";

export function inboxPage(mails: StoredMail[], to: string | undefined): Markup {
  const rows = mails.map(
    (mail) => html`<tr>
<td><a href="/inbox/${mail.id}">${mail.subject || "(no subject)"}</a></td>
<td><a href="/inbox?to=${encodeURIComponent(mail.to)}">${mail.to}</a></td>
<td class="soft">${shortTime(mail.received_ts)}</td>
</tr>`,
  );
  const table = html`<div class="scroll"><table>
<thead><tr><th>Subject</th><th>To</th><th>Received (UTC)</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
  const body = html`<h1>Inbox</h1>
<form class="actions" role="search"><label class="inline" for="to">To</label><input id="to" name="to" type="email" value="${to ?? ""}" style="width: 18rem"><button>Filter</button>${to ? html`<a href="/inbox">Show all</a>` : ""}</form>
${mails.length > 0 ? table : html`<p>${to ? "No mail to this address yet." : "No mail yet. Whatever the site sends arrives here."}</p>`}`;
  return layout("Inbox", body);
}

export function mailPage(mail: StoredMail): Markup {
  const headers = Object.entries(mail.headers).map(
    ([name, value]) => html`<tr><th>${name}</th><td>${value}</td></tr>`,
  );
  // Links of the mail open in a new tab; scripts, forms and same-origin access stay off.
  const shown = `<!doctype html><base target="_blank">${mail.html}`;
  const body = html`<h1>${mail.subject || "(no subject)"}</h1>
<div class="scroll"><table>
<tbody>
<tr><th>From</th><td>${mail.from}</td></tr>
<tr><th>To</th><td>${mail.to}</td></tr>
<tr><th>Received</th><td>${shortTime(mail.received_ts)} UTC</td></tr>
<tr><th>Message-ID</th><td>${mail.message_id}</td></tr>
${headers}
</tbody>
</table></div>
<h2>Text</h2>
<div class="card text">${linked(mail.text)}</div>
<h2>HTML</h2>
<iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${shown}"></iframe>`;
  return layout(mail.subject || "Mail", body);
}

/** The text with its web addresses made into links; punctuation that ends a sentence is not part of one. */
function linked(text: string): Markup[] {
  return text
    .split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}

function shortTime(iso: string): string {
  return iso.slice(0, 19).replace("T", " ");
}
