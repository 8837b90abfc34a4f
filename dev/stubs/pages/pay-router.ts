import { type Context, Hono } from "hono";
import { html } from "hono/html";
import type Stripe from "stripe";
import type { Stubs } from "../context";
import type { CardDetails, Decline } from "../stripe/charges";
import {
  completePayment,
  declineCard,
  expireDueSessions,
  expireSession,
  findPaymentIntent,
  isProcessing,
  payByCard,
  payLater,
} from "../stripe/payments";
import type { SessionRecord } from "../stripe/sessions";
import { layout, type Markup, money, notFoundPage } from "./layout";
import { type PayTexts, payTexts } from "./texts";

// Card numbers that Stripe's test mode declines. https://docs.stripe.com/testing#declined-payments
const REFUSED: Record<string, Decline> = {
  "4000000000000002": "generic_decline",
  "4000000000009995": "insufficient_funds",
  "4000000000009987": "lost_card",
  "4000000000000069": "expired_card",
  "4000000000000127": "incorrect_cvc",
  "4000000000000119": "processing_error",
};

/** The hosted payment page at `/pay/{session id}`. Every button is a plain form post. */
export function payPages(stubs: Stubs): Hono {
  const app = new Hono();

  app.get("/pay/:id", async (c) => {
    expireDueSessions(stubs);
    await stubs.store.saved();
    const record = stubs.sessions.get(c.req.param("id"));
    return record ? show(c, stubs, record) : c.html(notFoundPage(), 404);
  });

  app.post("/pay/:id", async (c) => {
    const form = await c.req.parseBody();
    const field = (name: string) => (typeof form[name] === "string" ? form[name].trim() : "");
    expireDueSessions(stubs);
    const record = stubs.sessions.get(c.req.param("id"));
    if (!record) return c.html(notFoundPage(), 404);

    const done = async (location: string) => {
      await stubs.store.saved();
      return c.redirect(location, 303);
    };
    const here = `/pay/${record.id}`;
    const action = field("action");
    if (record.session.status !== "open") {
      const decides = (action === "succeed" || action === "fail") && isProcessing(stubs, record);
      if (decides) completePayment(stubs, record, action === "succeed");
      // A second click on "Pay" leads to the same page as the first.
      return done(
        action === "pay" && record.session.payment_status === "paid" ? successUrl(record.session) : here,
      );
    }

    const payer = { email: field("email") || null, name: field("name") || null };
    if (action === "back") return done(record.session.cancel_url ?? here);
    if (action === "expire") {
      expireSession(stubs, record);
      return done(here);
    }
    if (action === "later") {
      payLater(stubs, record, payer);
      return done(here);
    }
    const card = readCard(field("card"), field("expiry"), stubs.seconds());
    if (typeof card === "string") return show(c, stubs, record, card);
    const refusal = action === "decline" ? "generic_decline" : REFUSED[card.number];
    if (refusal) {
      declineCard(stubs, record, payer, card, refusal);
      return done(here);
    }
    if (action !== "pay") return done(here);
    payByCard(stubs, record, payer, card);
    return done(successUrl(record.session));
  });

  return app;
}

function show(c: Context, stubs: Stubs, record: SessionRecord, problem?: "invalidCard" | "invalidExpiry") {
  const { lang, texts } = payTexts(record.session.locale, c.req.header("accept-language"));
  const intent = findPaymentIntent(stubs, record.session);
  const page = payPage({ record, intent, lang, texts, ...(problem && { problem: texts[problem] }) });
  return c.html(page, problem ? 422 : 200);
}

function readCard(
  typed: string,
  expiry: string,
  nowSeconds: number,
): CardDetails | "invalidCard" | "invalidExpiry" {
  const number = typed.replace(/[\s-]/g, "");
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) return "invalidCard";
  const match = /^(\d{1,2})\s*\/\s*(?:20)?(\d{2})$/.exec(expiry);
  const expMonth = Number(match?.[1]);
  const expYear = 2000 + Number(match?.[2]);
  // A card is valid through the last day of its month.
  const endsAt = Date.UTC(expYear, expMonth, 1);
  if (!match || expMonth < 1 || expMonth > 12 || endsAt <= nowSeconds * 1000) return "invalidExpiry";
  return { number, expMonth, expYear };
}

/** The check digit of ISO/IEC 7812. */
function passesLuhn(number: string): boolean {
  const sum = [...number].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

type PayPage = {
  record: SessionRecord;
  /** The payment in progress, if any. */
  intent: Stripe.PaymentIntent | undefined;
  lang: "en" | "ro";
  texts: PayTexts;
  /** Error of the submitted form. */
  problem?: string;
};

/** Stripe's hosted page, with the buttons for developers next to the buyer's button. */
function payPage(page: PayPage): Markup {
  const { record, lang, texts } = page;
  const { session, lines } = record;
  const currency = session.currency ?? "ron";
  const items = lines.map(
    (line) =>
      html`<p>${line.description}${(line.quantity ?? 1) > 1 ? html` <span class="soft">× ${line.quantity}</span>` : ""}</p>`,
  );
  const body = html`<div class="narrow">
<p class="soft">${texts.standIn}</p>
<section class="card">
<h1>${texts.title}</h1>
${items}
<p class="amount" aria-label="${texts.total}">${money(session.amount_total ?? 0, currency, lang)}</p>
</section>
${session.status === "open" ? openForm(page) : closedNotice(page)}
</div>`;
  return layout(texts.title, body, { lang, plain: true });
}

function openForm({ record: { session }, intent, texts, problem }: PayPage): Markup {
  const notice = problem ?? (intent?.last_payment_error ? texts.declined : undefined);
  return html`<form method="post" class="card">
${notice ? html`<p class="notice bad" role="alert">${notice}</p>` : ""}
<label for="email">${texts.email}</label>
<input id="email" name="email" type="email" autocomplete="email" value="${session.customer_email ?? "buyer@example.com"}">
<label for="card">${texts.card}</label>
<input id="card" name="card" inputmode="numeric" autocomplete="off" value="4242 4242 4242 4242">
<div class="row">
<div><label for="expiry">${texts.expiry}</label><input id="expiry" name="expiry" inputmode="numeric" autocomplete="off" value="12/34"></div>
<div><label for="cvc">${texts.cvc}</label><input id="cvc" name="cvc" inputmode="numeric" autocomplete="off" value="123"></div>
</div>
<label for="name">${texts.name}</label>
<input id="name" name="name" autocomplete="name" value="Ana Pop">
<p><button class="go wide" name="action" value="pay">${texts.pay}</button></p>
<div class="actions">
<button name="action" value="decline">${texts.decline}</button>
<button name="action" value="later">${texts.later}</button>
<button name="action" value="expire" formnovalidate>${texts.expire}</button>
${session.cancel_url ? html`<button name="action" value="back" formnovalidate>${texts.back}</button>` : ""}
</div>
</form>`;
}

function closedNotice({ record: { session }, intent, texts }: PayPage): Markup {
  if (session.status === "expired") {
    return html`<p class="notice bad">${texts.expired}</p>${shopLink(session.cancel_url, texts)}`;
  }
  const shop = shopLink(successUrl(session), texts);
  if (session.payment_status === "paid") return html`<p class="notice good">${texts.paid}</p>${shop}`;
  if (intent?.status !== "processing") return html`<p class="notice bad">${texts.failed}</p>${shop}`;
  return html`<form method="post" class="card">
<p>${texts.processing}</p>
<div class="actions">
<button class="go" name="action" value="succeed">${texts.succeed}</button>
<button name="action" value="fail">${texts.fail}</button>
</div>
</form>${shop}`;
}

function shopLink(href: string | null, texts: PayTexts): Markup {
  return href ? html`<p><a href="${href}">${texts.toShop}</a></p>` : html``;
}

/** URL after the payment, with the session's ID filled in. */
function successUrl(session: Stripe.Checkout.Session): string {
  return (session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}
