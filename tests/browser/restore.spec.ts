import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { asc, eq, inArray } from "drizzle-orm";
import { REFRESH_COOKIE } from "@/auth/sessions";
import { invoices, orders, paymentEvents, promotions } from "@/db/schema";
import { PAYMENT_ALERTS } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { stateDirs } from "../../dev/launch/paths";
import { insertListing, insertSession, insertTeacher } from "../helpers/rows";
import { startSite } from "./helpers/served";
import { test as base, expect, type Site } from "./helpers/test";

const CARD = { email: "buyer@example.test", name: "Ana Pop", card: "4242424242424242", expiry: "12/39" };

const test = base.extend<{ ownSite: Site }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  ownSite: async ({}, use) => {
    const site = await startSite();
    await use(site);
    await site.stop();
  },
});

test("after the restore of an older database the job rebuilds the orders that were paid since", async ({
  ownSite: site,
}) => {
  // The site starts three times.
  test.setTimeout(120_000);
  const post = (url: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    fetch(url, { method: "POST", body: new URLSearchParams(fields), headers, redirect: "manual" });
  const atStubs = async (path: string, fields: Record<string, string> = {}) => {
    const { status } = await post(site.stubsUrl + path, fields);
    expect([path, status]).toEqual([path, path.startsWith("/jobs/") ? 200 : 303]);
  };
  const holdWebhooks = () => atStubs("/events/hold", { action: "hold" });
  /** Resolves when the site has answered all webhooks. */
  const deliverWebhooks = async () => {
    await atStubs("/events/hold", { action: "release" });
    await holdWebhooks();
  };

  const target = { db: site.db, now: Date.now() };
  const teacher = await insertTeacher(target);
  const cookie = `${REFRESH_COOKIE}=${await insertSession(target, teacher)}`;
  const addListing = () => insertListing(target, teacher, { county: "cs" });
  const listings = [await addListing(), await addListing(), await addListing()] as const;
  const buy = async ({ id }: { id: string }) => {
    const fields = { package: "top7", immediate_start: "1" };
    const ordered = await post(site.url + paths.promoteListing(id), fields, { cookie, origin: site.url });
    const checkout = ordered.headers.get("location") ?? "";
    expect(checkout, await ordered.text()).toContain(`${site.stubsUrl}/pay/cs_`);
    const session = checkout.split("/").at(-1) ?? "";
    await atStubs(`/pay/${session}`, { ...CARD, action: "pay" });
    return session;
  };
  const readOrder = async (session: string) => {
    const [order] = await site.db.select().from(orders).where(eq(orders.checkoutSessionId, session));
    const promotion = await site.db
      .select()
      .from(promotions)
      .where(eq(promotions.orderId, order?.id ?? ""));
    return { state: order?.state, promotions: promotion.length };
  };
  const readReceipts = () => site.db.select().from(invoices).orderBy(asc(invoices.number));
  const d1 = (dataDir: string) => join(stateDirs(dataDir).resources, "d1");
  const copy = (dataDir: string) => join(dataDir, "d1-copy");

  await holdWebhooks();
  const earlierOrder = await buy(listings[0]);
  await deliverWebhooks();
  await site.restart((dataDir) => cpSync(d1(dataDir), copy(dataDir), { recursive: true }));

  const laterOrder = await buy(listings[1]);
  const refundedOrder = await buy(listings[2]);
  await deliverWebhooks();
  await atStubs(`/payments/${refundedOrder}`, { action: "refund" });
  await deliverWebhooks();
  const fulfilled = { state: "fulfilled", promotions: 1 };
  const states = async () => [
    await readOrder(earlierOrder),
    await readOrder(laterOrder),
    await readOrder(refundedOrder),
  ];
  expect(await states()).toEqual([fulfilled, fulfilled, { state: "refunded", promotions: 1 }]);
  const receipts = await readReceipts();

  // The bucket stays: it holds the register of receipts. So does the journal of the Stripe stub.
  await site.restart((dataDir) => {
    rmSync(d1(dataDir), { recursive: true });
    cpSync(copy(dataDir), d1(dataDir), { recursive: true });
  });
  expect(await states()).toEqual([fulfilled, { promotions: 0 }, { promotions: 0 }]);

  await atStubs("/jobs/reconcile-events");
  expect(await states()).toEqual([fulfilled, fulfilled, { state: "refunded", promotions: 0 }]);
  expect(await readReceipts()).toEqual(receipts);
  const alerts = await site.db
    .select()
    .from(paymentEvents)
    .where(inArray(paymentEvents.outcome, [...PAYMENT_ALERTS]));
  expect(alerts).toEqual([]);
});
