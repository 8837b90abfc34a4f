import { Hono } from "hono";
import { html } from "hono/html";
import * as z from "zod/mini";
import { englishMessages } from "@/shared/schemas/english-messages";
import type { Stubs } from "./context";
import { newStripeId } from "./ids";
import { layout, type Markup, moment, notFoundPage } from "./pages/layout";

const mailSchema = z.object({
  message_id: z.string().check(z.minLength(1), z.maxLength(998)),
  from: z.string().check(z.minLength(1), z.maxLength(998)),
  to: z.string().check(z.minLength(1), z.maxLength(998)),
  subject: z.string().check(z.maxLength(998)),
  text: z.string(),
  html: z.string(),
  headers: z._default(z.record(z.string(), z.string()), {}),
  attachments: z._default(z.array(z.object({ name: z.string(), type: z.string(), text: z.string() })), []),
});

export type StoredMail = z.infer<typeof mailSchema> & {
  id: string;
  /** ISO 8601, UTC. */
  received_ts: string;
};

/** Takes the worker's mails and shows them; nothing leaves the machine. */
export function createMailInbox(stubs: Stubs): Hono {
  const app = new Hono();

  // 2xx accepts the mail. A repeated mail is accepted again and stored once.
  app.post("/mail", async (c) => {
    const parsed = mailSchema.safeParse(await c.req.json().catch(() => undefined), englishMessages);
    if (!parsed.success) {
      const errors = parsed.error.issues.map((issue) => ({
        field: issue.path.join("."),
        message: issue.message,
      }));
      return c.json({ error: "not a mail", errors }, 400);
    }
    const earlier = stubs.mails.all().find((mail) => mail.message_id === parsed.data.message_id);
    if (earlier) return c.json({ id: earlier.id }, 200);
    const mail = {
      ...parsed.data,
      id: newStripeId("mail"),
      received_ts: new Date(stubs.seconds() * 1000).toISOString(),
    };
    stubs.mails.put(mail);
    return c.json({ id: mail.id }, 202);
  });

  app.get("/inbox.json", (c) => c.json({ mails: mailsTo(stubs, c.req.query("to")) }));
  app.get("/inbox", (c) => {
    const to = c.req.query("to");
    return c.html(inboxPage(mailsTo(stubs, to), to));
  });
  app.get("/inbox/:id", (c) => {
    const mail = stubs.mails.get(c.req.param("id"));
    return mail ? c.html(mailPage(mail)) : c.html(notFoundPage(), 404);
  });
  return app;
}

/** The newest first; `to` selects the mails to that address, in any case. */
function mailsTo(stubs: Stubs, to: string | undefined): StoredMail[] {
  const mails = stubs.mails.all().toReversed();
  const address = to?.trim().toLowerCase();
  return address ? mails.filter((mail) => getAddress(mail.to) === address) : mails;
}

/** `Ana <ana@example.ro>` and `ana@example.ro` are the same mailbox. */
function getAddress(recipient: string): string {
  return (/<([^<>]+)>\s*$/.exec(recipient)?.[1] ?? recipient).trim().toLowerCase();
}

function inboxPage(mails: StoredMail[], to: string | undefined): Markup {
  const rows = mails.map(
    (mail) => html`<tr>
<td><a href="/inbox/${mail.id}">${mail.subject || "(no subject)"}</a></td>
<td><a href="/inbox?to=${encodeURIComponent(mail.to)}">${mail.to}</a></td>
<td class="soft">${moment(Date.parse(mail.received_ts))}</td>
</tr>`,
  );
  const table = html`<div class="scroll"><table>
<thead><tr><th>Subject</th><th>To</th><th>Received</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
  const body = html`<h1>Inbox</h1>
<form class="actions" role="search"><label class="inline" for="to">To</label><input id="to" name="to" type="email" value="${to ?? ""}" style="width: 18rem"><button>Filter</button>${to ? html`<a href="/inbox">Show all</a>` : ""}</form>
${mails.length > 0 ? table : html`<p>${to ? "No mail to this address yet." : "No mail yet. Whatever the site sends arrives here."}</p>`}`;
  return layout("Inbox", body);
}

function mailPage(mail: StoredMail): Markup {
  const headers = Object.entries(mail.headers).map(
    ([name, value]) => html`<tr><th>${name}</th><td>${value}</td></tr>`,
  );
  // Links of the mail open in a new tab; scripts, forms and same-origin access stay off.
  const mailDocument = `<!doctype html><base target="_blank">${mail.html}`;
  const body = html`<h1>${mail.subject || "(no subject)"}</h1>
<div class="scroll"><table>
<tbody>
<tr><th>From</th><td>${mail.from}</td></tr>
<tr><th>To</th><td>${mail.to}</td></tr>
<tr><th>Received</th><td>${moment(Date.parse(mail.received_ts))}</td></tr>
<tr><th>Message-ID</th><td>${mail.message_id}</td></tr>
${headers}
</tbody>
</table></div>
<h2>Text</h2>
<div class="card text">${linkAddresses(mail.text)}</div>
${(mail.attachments ?? []).map(
  ({ name, type, text }) => html`<h2>${name} (${type})</h2>
<div class="card text">${text}</div>`,
)}
<h2>HTML</h2>
<iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${mailDocument}"></iframe>`;
  return layout(mail.subject || "Mail", body);
}

/** The text with its web addresses made into links; punctuation that ends a sentence is not part of one. */
function linkAddresses(text: string): Markup[] {
  return text
    .split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}
