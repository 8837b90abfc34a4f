import { Hono } from "hono";
import { html } from "hono/html";
import type Stripe from "stripe";
import type { Stubs } from "../context";
import { computeLedger } from "../ledger";
import {
  canBeDisputed,
  decideDispute,
  findDisputes,
  isUndecided,
  openDispute,
  type StubDispute,
} from "../stripe/disputes";
import { StripeError } from "../stripe/errors";
import { completePayment, findPaymentIntent, isProcessing } from "../stripe/payments";
import { failRefund, refundCharge } from "../stripe/refunds";
import type { SessionRecord } from "../stripe/sessions";
import { layout, type Markup, moment, money, notFoundPage } from "./layout";

/** The Dev console's payments: refunds and disputes, and the total of all amounts. */
export function paymentPages(stubs: Stubs): Hono {
  const app = new Hono();

  app.get("/ledger.json", (c) => c.json({ entries: computeLedger(stubs) }));
  app.get("/payments", (c) => c.html(paymentsPage(stubs)));
  app.get("/payouts", (c) => c.redirect("/payments"));
  app.get("/payments/:id", (c) => {
    const id = c.req.param("id");
    const record = stubs.sessions.get(id) ?? findRecord(stubs, id);
    return record ? c.html(paymentPage(stubs, record)) : c.html(notFoundPage(), 404);
  });
  app.get("/disputes/:id", (c) => {
    const record = findRecord(stubs, stubs.disputes.get(c.req.param("id"))?.payment_intent);
    return record ? c.redirect(`/payments/${record.id}`) : c.html(notFoundPage(), 404);
  });

  // Fields: `action` = succeed, fail (of money on its way), refund (`amount` in bani, all that is left when missing),
  // fail-refund (`id`), dispute, inquiry, win or lose (`id`). 303 once it is done and saved, 409 when it can't be.
  app.post("/payments/:id", async (c) => {
    const record = stubs.sessions.get(c.req.param("id"));
    if (!record) return c.html(notFoundPage(), 404);
    const form = await c.req.parseBody();
    const field = (name: string) => (typeof form[name] === "string" ? form[name].trim() : "");
    const problem = carryOut(stubs, record, field("action"), field("id"), field("amount"));
    if (problem !== null) return c.html(paymentPage(stubs, record, problem), 409);
    return c.redirect(`/payments/${record.id}`, 303);
  });

  return app;
}

/** The session of a payment intent. */
const findRecord = (stubs: Stubs, intent: unknown): SessionRecord | undefined =>
  stubs.sessions.all().find(({ session }) => intent && session.payment_intent === intent);

/** Runs the action of the form. Returns why it is not possible, without any change. */
function carryOut(
  stubs: Stubs,
  record: SessionRecord,
  action: string,
  id: string,
  amount: string,
): string | null {
  const charge = stubs.charges.get(String(findPaymentIntent(stubs, record.session)?.latest_charge));
  const [refund, dispute] = [stubs.refunds.get(id), stubs.disputes.get(id)];
  if ((action === "succeed" || action === "fail") && isProcessing(stubs, record)) {
    completePayment(stubs, record, action === "succeed");
    return null;
  }
  if (charge?.status !== "succeeded") return "This payment has taken no money.";
  if (action === "refund") return refundByHand(stubs, charge.id, amount);
  if (action === "fail-refund" && refund?.charge === charge.id && refund.status === "succeeded") {
    failRefund(stubs, refund);
    return null;
  }
  if ((action === "dispute" || action === "inquiry") && canBeDisputed(stubs, charge)) {
    openDispute(stubs, charge, action === "inquiry");
    return null;
  }
  if ((action === "win" || action === "lose") && dispute?.charge === charge.id && isUndecided(dispute)) {
    decideDispute(stubs, dispute, action === "win");
    return null;
  }
  return "The payment has changed: this is no longer possible.";
}

function refundByHand(stubs: Stubs, chargeId: string, amount: string): string | null {
  const charge = stubs.charges.get(chargeId);
  if (!charge) return "This payment has taken no money.";
  if (amount !== "" && !/^[1-9]\d{0,8}$/.test(amount)) return "The amount must be a whole number of bani.";
  try {
    refundCharge(stubs, charge, amount === "" ? {} : { amount: Number(amount) }, null);
    return null;
  } catch (error) {
    if (error instanceof StripeError) return error.message;
    throw error;
  }
}

function paymentsPage(stubs: Stubs): Markup {
  const rows = stubs.sessions
    .all()
    .toReversed()
    .map(
      ({ id, session, title }) => html`<tr>
<td><a href="/payments/${id}">${title}</a><br><code class="soft">${session.client_reference_id ?? id}</code></td>
<td>${money(session.amount_total ?? 0, session.currency ?? "ron")}</td>
<td>${session.status}, ${session.payment_status}</td>
<td class="soft">${moment(session.created * 1000)}</td>
</tr>`,
    );
  const ledger = computeLedger(stubs);
  const sum = (key: "charged" | "refunded" | "disputed" | "lost" | "net") =>
    money(
      ledger.reduce((total, entry) => total + entry[key], 0),
      "ron",
    );
  const body = html`<h1>Payments</h1>
<p>Charged ${sum("charged")}, refunded ${sum("refunded")}, disputed ${sum("disputed")}, lost in disputes ${sum("lost")}, net ${sum("net")}. <a href="/ledger.json">The ledger</a> lists each payment.</p>
${
  rows.length === 0
    ? html`<p>No checkout session yet. Promote a listing on the site to see one.</p>`
    : html`<div class="scroll"><table>
<thead><tr><th>Session</th><th>Amount</th><th>State</th><th>Created</th></tr></thead><tbody>${rows}</tbody></table></div>`
}`;
  return layout("Payments", body);
}

/** A payment with its available actions. `problem` explains why the last action failed. */
function paymentPage(stubs: Stubs, record: SessionRecord, problem?: string): Markup {
  const { session } = record;
  const intent = findPaymentIntent(stubs, session);
  const charge = intent && stubs.charges.get(String(intent.latest_charge));
  const body = html`<h1>${record.title}</h1>
${problem ? html`<p class="notice bad" role="alert">${problem}</p>` : ""}
<p class="amount">${money(session.amount_total ?? 0, session.currency ?? "ron")}</p>
<p>${session.status}, ${session.payment_status}. <a href="/pay/${record.id}">The buyer's page</a></p>
<p class="soft"><code>${session.client_reference_id ?? ""} ${record.id}</code></p>
${isProcessing(stubs, record) ? lateMoney() : ""}
${charge?.status === "succeeded" ? html`${refunds(stubs, charge)}${disputes(stubs, charge)}` : ""}`;
  return layout("Payment", body);
}

const button = (action: string, label: string, id = ""): Markup =>
  html`<form method="post" class="actions"><input type="hidden" name="id" value="${id}"><button name="action" value="${action}">${label}</button></form>`;

const lateMoney = (): Markup => html`<h2>Pending payment</h2>
${button("succeed", "Let the payment succeed")}
${button("fail", "Let the payment fail")}`;

function refunds(stubs: Stubs, charge: Stripe.Charge): Markup {
  const refunds = stubs.refunds.all().filter((refund) => refund.charge === charge.id);
  const left = charge.amount_captured - charge.amount_refunded;
  return html`<h2>Refunds</h2>
${refunds.map(
  (
    refund,
  ) => html`<p>${money(refund.amount, refund.currency)}, ${refund.status}, ${moment(refund.created * 1000)} <code class="soft">${refund.id}</code></p>
${refund.status === "succeeded" ? button("fail-refund", "Let this refund fail", refund.id) : ""}`,
)}
<p>Refundable: ${money(left, charge.currency)}</p>
${
  left > 0
    ? html`<form method="post" class="actions"><label class="inline">Amount, in bani <input name="amount" type="number" min="1" max="${left}" value="${left}"></label>
<button name="action" value="refund">Refund</button></form>`
    : ""
}`;
}

function disputes(stubs: Stubs, charge: Stripe.Charge): Markup {
  const known = findDisputes(stubs, charge.id).map(
    (
      dispute,
    ) => html`<p>${money(dispute.amount, dispute.currency)}, ${dispute.status.replaceAll("_", " ")} <code class="soft">${dispute.id}</code></p>
${isUndecided(dispute) ? decision(dispute) : ""}`,
  );
  const open = html`${button("dispute", "Open a dispute")}${button("inquiry", "Open an inquiry")}`;
  return html`<h2>Disputes</h2>
${known}${canBeDisputed(stubs, charge) ? open : ""}`;
}

function decision({ id, status }: StubDispute): Markup {
  return status === "needs_response"
    ? html`${button("win", "We win", id)}${button("lose", "The buyer wins", id)}`
    : html`${button("win", "Close the inquiry", id)}${button("lose", "Make it a dispute", id)}`;
}
