import { setTimeout as pause } from "node:timers/promises";
import { paths } from "../../src/shared/paths";
import type { Buyer, Outcome } from "./buyer";
import { fetchWithRetries, press, send } from "./requests";

/** Refunds, withdraws or disputes a payment, possibly before the site knows that it was paid. */
export async function changeAfterPayment(buyer: Buyer, session: string, outcome: Outcome): Promise<void> {
  const { site, random } = buyer;
  const payment = `${site.stubsUrl}/payments/${session}`;
  await pause(random() * 2500);
  switch (outcome) {
    case "refunded in part":
      await press(payment, "refund", { amount: String(100 + Math.floor(random() * 800)) });
      await pause(random() * 500);
      return press(payment, "refund", { amount: String(1 + Math.floor(random() * 700)) });
    case "refunded fully":
      return press(payment, "refund");
    case "refund failed":
      await press(payment, "refund", random() < 0.5 ? {} : { amount: "500" });
      await pause(random() * 1500);
      return press(payment, "fail-refund", { id: await textIn(payment, /re_\w+/) });
    case "refunded by an admin":
      return refundAsAdmin(buyer, await textIn(payment, ORDER));
    case "withdrawn":
      return withdraw(buyer, await textIn(payment, ORDER));
    case "dispute open":
      return press(payment, "dispute");
    case "dispute won":
    case "dispute lost":
    case "inquiry":
      await press(payment, outcome === "inquiry" ? "inquiry" : "dispute");
      await pause(random() * 1500);
      return press(payment, outcome === "dispute lost" ? "lose" : "win", {
        id: await textIn(payment, /du_\w+/),
      });
  }
}

/** The order's id on the Dev console's page of its payment. */
const ORDER = /(?<=<code>)\w{16}(?= cs_)/;
/** The page offers it once the site knows of the payment. */
const TRIES = 40;
const TRY_AGAIN_MS = 250;

/** An admin refunds all or a part on the order's page, and clicks twice. */
async function refundAsAdmin({ site, admin, random }: Buyer, order: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const page = await fetchWithRetries(site, paths.adminOrder(order), { headers: { cookie: admin } });
    const expected = /\/refund".*?name="expected" value="(\d+)"/s.exec(await page.text())?.[1];
    if (expected && expected !== "0") {
      const fields = { expected, reason: "Payment chaos test", amount: random() < 0.5 ? "" : "5.50" };
      const click = () => send(site, admin, paths.adminOrderAction(order, "refund"), fields);
      await Promise.all([click(), click()]);
      return;
    }
    await pause(TRY_AGAIN_MS);
  }
}

/** The buyer withdraws, and clicks twice. */
async function withdraw({ site, seller }: Buyer, order: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const click = () => send(site, seller.cookie, paths.withdrawOrder(order), {});
    const answers = await Promise.all([click(), click()]);
    if (answers.some(({ status }) => status === 303)) return;
    await pause(TRY_AGAIN_MS);
  }
}

async function textIn(page: string, pattern: RegExp): Promise<string> {
  const text = await (await fetch(page)).text();
  return pattern.exec(text)?.[0] ?? "";
}
