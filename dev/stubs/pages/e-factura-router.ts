import { Hono } from "hono";
import { html } from "hono/html";
import type { Stubs } from "../context";
import { AUTH_PATH, createCode, isProcessed, type StubUpload } from "../e-factura/authority";
import { parseXml, readText } from "../e-factura/xml";
import { layout, type Markup, moment } from "./layout";

/** The authority's consent page, and the uploaded documents. */
export function eFacturaPages(stubs: Stubs): Hono {
  const app = new Hono();
  const uploads = stubs.eFacturaUploads;

  app.get(`${AUTH_PATH}/authorize`, (c) => {
    const problem = findConsentProblem(stubs, c.req.query());
    return c.html(consentPage(c.req.query(), problem), problem ? 400 : 200);
  });
  app.post(`${AUTH_PATH}/authorize`, async (c) => {
    const { redirect_uri, state = "", action } = await c.req.parseBody();
    if (!URL.canParse(String(redirect_uri))) return c.html(consentPage({}, "redirect_uri is missing"), 400);
    const target = new URL(String(redirect_uri));
    target.searchParams.set("state", String(state));
    if (action === "consent") target.searchParams.set("code", createCode(stubs, String(redirect_uri)));
    else target.searchParams.set("error", "access_denied");
    return c.redirect(target.href, 303);
  });

  app.get("/e-factura.json", (c) => c.json({ uploads: uploads.all() }));
  app.get("/e-factura", (c) => c.html(uploadsPage(stubs, uploads.all().toReversed())));
  app.get("/e-factura/:index", (c) => {
    const upload = uploads.get(c.req.param("index"));
    return upload
      ? c.body(upload.xml, 200, { "content-type": "text/plain; charset=utf-8" })
      : c.text("No such document.\n", 404);
  });
  return app;
}

/** What is wrong with the request for a consent; null if nothing is. */
function findConsentProblem({ options }: Stubs, query: Record<string, string>): string | null {
  if (options.eFacturaClient && query.client_id !== options.eFacturaClient.id)
    return "client_id is not registered";
  if (query.response_type !== "code") return "response_type must be code";
  if (query.token_content_type !== "jwt") return "token_content_type must be jwt";
  return URL.canParse(query.redirect_uri ?? "") ? null : "redirect_uri is missing";
}

function consentPage(query: Record<string, string>, problem: string | null): Markup {
  const { redirect_uri = "", state = "" } = query;
  const body = html`<h1>e-Factura</h1>
<p>The local stub of the tax authority. The real page asks for the certificate of a person with rights for the seller in SPV.</p>
${
  problem
    ? html`<p class="notice bad" role="alert">${problem}</p>`
    : html`<form method="post" class="card">
<input type="hidden" name="redirect_uri" value="${redirect_uri}">
<input type="hidden" name="state" value="${state}">
<p>The site wants to send invoices and read messages.</p>
<p><button class="go wide" name="action" value="consent">Consent with the certificate</button></p>
<button name="action" value="refuse">Refuse</button>
</form>`
}`;
  return layout("e-Factura", body, { plain: true });
}

function uploadsPage(stubs: Stubs, uploads: readonly StubUpload[]): Markup {
  const rows = uploads.map(
    (upload) => html`<tr>
<td><a href="/e-factura/${upload.id}">${upload.id}</a></td>
<td>${readText(parseXml(upload.xml), "cbc:ID")}</td>
<td>${upload.isB2c ? "person" : "company"}</td>
<td>${isProcessed(stubs, upload) ? (upload.errors.length === 0 ? "accepted" : html`<span class="bad">${upload.errors.join(" ")}</span>`) : "processing"}</td>
<td class="soft">${moment(upload.receivedS * 1000)}</td>
</tr>`,
  );
  const table = html`<div class="scroll"><table>
<thead><tr><th>Index</th><th>Number</th><th>Buyer</th><th>State</th><th>Received</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
  const body = html`<h1>e-Factura</h1>
<p>Documents that the site uploaded to the local stub of the tax authority: every five minutes once an admin has connected it at <code>/admin/e-factura</code>, or now with <code>bun run job send-efactura</code>.</p>
${rows.length > 0 ? table : html`<p>No document yet.</p>`}`;
  return layout("e-Factura", body);
}
