import { Hono } from "hono";
import { html } from "hono/html";
import type Stripe from "stripe";
import type { Stubs } from "../context";
import {
  completePayment,
  decline,
  expireDueSessions,
  expireSession,
  findPaymentIntent,
  isProcessing,
  pay,
  payLater,
} from "../stripe/payments";
import type { SessionRecord } from "../stripe/sessions";
import { layout, type Markup, money, notFoundPage } from "./layout";

/** The hosted payment page at `/pay/{session id}`. Every button is a plain form post. */
export function payPages(stubs: Stubs): Hono {
  const app = new Hono();

  app.get("/pay/:id", (c) => {
    expireDueSessions(stubs);
    const record = stubs.sessions.get(c.req.param("id"));
    return record ? c.html(payPage(stubs, record)) : c.html(notFoundPage(), 404);
  });

  app.post("/pay/:id", async (c) => {
    const { action } = await c.req.parseBody();
    expireDueSessions(stubs);
    const record = stubs.sessions.get(c.req.param("id"));
    if (!record) return c.html(notFoundPage(), 404);

    const done = (location: string) => c.redirect(location, 303);
    const here = `/pay/${record.id}`;
    if (record.session.status !== "open") {
      const decides = (action === "succeed" || action === "fail") && isProcessing(stubs, record);
      if (decides) completePayment(stubs, record, action === "succeed");
      // A second click on "Pay" leads to the same page as the first.
      return done(
        action === "pay" && record.session.payment_status === "paid" ? successUrl(record.session) : here,
      );
    }

    if (action === "back") return done(record.session.cancel_url ?? here);
    if (action === "expire") expireSession(stubs, record);
    if (action === "later") payLater(stubs, record);
    if (action === "decline") decline(stubs, record);
    if (action !== "pay") return done(here);
    pay(stubs, record);
    return done(successUrl(record.session));
  });

  return app;
}

/** Stripe's hosted page, with the buttons for developers next to the buyer's button. */
function payPage(stubs: Stubs, record: SessionRecord): Markup {
  const { session, title } = record;
  const intent = findPaymentIntent(stubs, session);
  const body = html`<div class="narrow">
<p class="soft">This is a local stub of Stripe. You are not charged.</p>
<section class="card">
<h1>Payment</h1>
<p>${title}</p>
<p class="amount">${money(session.amount_total ?? 0, session.currency ?? "ron")}</p>
</section>
${session.status === "open" ? openForm(session, intent) : closedNotice(session, intent)}
</div>`;
  return layout("Payment", body, { plain: true });
}

const openForm = ({ cancel_url }: Stripe.Checkout.Session, intent?: Stripe.PaymentIntent): Markup =>
  html`<form method="post" class="card">
${intent?.last_payment_error ? html`<p class="notice bad" role="alert">${intent.last_payment_error.message}</p>` : ""}
<p><button class="go wide" name="action" value="pay">Pay</button></p>
<div class="actions">
<button name="action" value="decline">Decline the card</button>
<button name="action" value="later">Pay later</button>
<button name="action" value="expire">Expire the session</button>
${cancel_url ? html`<button name="action" value="back">Go back</button>` : ""}
</div>
</form>`;

function closedNotice(session: Stripe.Checkout.Session, intent?: Stripe.PaymentIntent): Markup {
  if (session.status === "expired")
    return html`<p class="notice bad">This payment session has expired.</p>${siteLink(session.cancel_url)}`;
  const site = siteLink(successUrl(session));
  if (session.payment_status === "paid")
    return html`<p class="notice good">The payment is complete.</p>${site}`;
  if (intent?.status !== "processing") return html`<p class="notice bad">The payment failed.</p>${site}`;
  return html`<form method="post" class="card">
<p>The payment is being processed. Choose the outcome:</p>
<div class="actions">
<button class="go" name="action" value="succeed">Let the payment succeed</button>
<button name="action" value="fail">Let the payment fail</button>
</div>
</form>${site}`;
}

const siteLink = (href: string | null): Markup =>
  href ? html`<p><a href="${href}">Return to the site</a></p>` : html``;

/** URL after the payment, with the session's ID filled in. */
const successUrl = (session: Stripe.Checkout.Session): string =>
  (session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
