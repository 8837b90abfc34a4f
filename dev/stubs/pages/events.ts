import { html } from "hono/html";
import type { EventRecord } from "../stripe/events";
import { layout, type Markup, moment } from "./layout";

export function eventsPage(records: EventRecord[], webhookUrl: string): Markup {
  const rows = records.map(
    (record) => html`<tr>
<td><a href="/events/${record.id}">${record.event.type}</a><br><code class="soft">${record.id}</code></td>
<td class="soft">${moment(record.event.created * 1000)}</td>
<td>${delivery(record)}</td>
<td>${sendForm(record)}</td>
</tr>`,
  );
  const body = html`<h1>Events</h1>
<p>Each event is signed and posted to <code>${webhookUrl}</code> until the response is 2xx.</p>
${
  records.length === 0
    ? html`<p>No events yet. Events appear after the first payment.</p>`
    : html`<div class="scroll"><table>
<thead><tr><th>Event</th><th>Created</th><th>Delivery</th><th>Send again</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>`
}`;
  return layout("Events", body);
}

export function eventPage(record: EventRecord): Markup {
  const attempts = record.attempts.map(
    (attempt) =>
      html`<tr><td class="soft">${moment(attempt.at)}</td><td>${attempt.status ?? "no answer"}</td><td>${attempt.answer}</td></tr>`,
  );
  const body = html`<h1>${record.event.type}</h1>
<p>${delivery(record)}</p>
${sendForm(record)}
<h2>Attempts</h2>
${
  attempts.length === 0
    ? html`<p>None yet.</p>`
    : html`<div class="scroll"><table>
<thead><tr><th>At</th><th>Status</th><th>Response</th></tr></thead><tbody>${attempts}</tbody></table></div>`
}
<h2>Body</h2>
<pre>${JSON.stringify(record.event, null, 2)}</pre>`;
  return layout(record.event.type, body);
}

function delivery(record: EventRecord): Markup {
  const tries = `${record.attempts.length} ${record.attempts.length === 1 ? "attempt" : "attempts"}`;
  if (record.delivered) return html`<span class="good">delivered</span> <span class="soft">${tries}</span>`;
  if (record.nextAttemptAt === null)
    return html`<span class="bad">given up</span> <span class="soft">${tries}</span>`;
  return html`<span class="bad">waiting</span> <span class="soft">${tries}, next ${moment(record.nextAttemptAt)}</span>`;
}

const sendForm = ({ id }: EventRecord): Markup =>
  html`<form method="post" action="/events/${id}/send" class="actions"><button>Send again</button></form>`;
