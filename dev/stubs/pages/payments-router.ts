import { Hono } from "hono";
import type { Stubs } from "../context";
import { ledger } from "../ledger";
import { canBeDisputed, decideDispute, isUndecided, openDispute } from "../stripe/disputes";
import { StripeError } from "../stripe/errors";
import { completePayment, intentOf, isProcessing } from "../stripe/payments";
import { failRefund, refundCharge } from "../stripe/refunds";
import type { SessionRecord } from "../stripe/sessions";
import { notFoundPage } from "./layout";
import { paymentPage, paymentsPage } from "./payments";

/** What happens to a payment afterwards, as in Stripe's dashboard and at the buyer's bank; and what it all adds up to. */
export function paymentPages(stubs: Stubs): Hono {
  const app = new Hono();

  app.get("/ledger.json", (c) => c.json(ledger(stubs)));
  app.get("/payments", (c) => c.html(paymentsPage(stubs)));
  app.get("/payments/:id", (c) => {
    const record = stubs.sessions.get(c.req.param("id"));
    return record ? c.html(paymentPage(stubs, record)) : c.html(notFoundPage(), 404);
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
    await stubs.store.saved();
    return c.redirect(`/payments/${record.id}`, 303);
  });

  return app;
}

/** Does what the form asks; or says why it can't be done, and does nothing. */
function carryOut(
  stubs: Stubs,
  record: SessionRecord,
  action: string,
  id: string,
  amount: string,
): string | null {
  const charge = stubs.charges.get(String(intentOf(stubs, record.session)?.latest_charge));
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
  return "That can't be done any more: the payment stands differently now.";
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
