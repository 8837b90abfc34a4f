import { html } from "hono/html";
import type Stripe from "stripe";
import type { SessionRecord } from "../stripe/sessions";
import { layout, type Markup, money } from "./layout";
import type { PayTexts } from "./texts";

interface PayPage {
  record: SessionRecord;
  /** The payment that was begun, if any. */
  intent: Stripe.PaymentIntent | undefined;
  lang: "en" | "ro";
  texts: PayTexts;
  /** What is wrong with the form that was just sent. */
  problem?: string;
}

/** Stripe's hosted page, with the buttons for developers next to the buyer's button. */
export function payPage(page: PayPage): Markup {
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

/** Where the buyer goes after paying, with the session's id filled in. */
export function successUrl(session: Stripe.Checkout.Session): string {
  return (session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}
