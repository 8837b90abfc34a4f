import { expect, test } from "vitest";
import { listings, settings } from "@/db/schema";
import {
  app,
  db,
  expectNoText,
  expectPage,
  expectRedirect,
  expectStatus,
  expectText,
} from "../../helpers/app";
import { countRows, createListing, createTeacher, updateRow } from "../../helpers/factories";
import { promote } from "../../helpers/promote";
import { createOpenOrder, createPromotionFixture, DAY_MS, listOrders } from "../../helpers/promotion-fixture";
import { BILLING } from "../../helpers/rows";

test("POST /tutoring/{id}/promote redirects to the checkout of a new order at the server's price", async () => {
  const { stripe, placeOrder, id, teacher } = await createPromotionFixture();
  const answer = await placeOrder({ package: "top14", immediate_start: "1", amount: "1", price: "1" });
  const [row] = await listOrders(id);
  await expectRedirect(answer, stripe.last().url);
  expect(row).toMatchObject({
    state: "open",
    package: "top14",
    amount: 2900,
    vatAmount: 503,
    vatRate: 2100,
    days: 14,
    immediateStart: true,
    checkoutSessionId: stripe.last().id,
  });
  expect(row?.consentText).toContain("en: When should the promotion begin? As a consumer you may withdraw");
  expect(row?.consentTs).toBe(app.clock.now);

  const [call] = stripe.callsTo("/v1/checkout/sessions");
  expect(call?.key).toContain(row?.id);
  expect(Object.fromEntries(call?.params ?? [])).toMatchObject({
    client_reference_id: row?.id,
    "metadata[order_id]": row?.id,
    "metadata[listing_id]": id,
    "metadata[buyer_id]": teacher.id,
    "metadata[package]": "top14",
    "metadata[days]": "14",
    "metadata[placement]": "results",
    "metadata[amount]": "2900",
    "metadata[vat_amount]": "503",
    "metadata[vat_rate]": "2100",
    "metadata[immediate_start]": "true",
    "metadata[consent_text_1]": row?.consentText.slice(0, 500),
    "metadata[consent_text_2]": row?.consentText.slice(500),
    "metadata[consent_ts]": String(app.clock.now),
    "metadata[created_ts]": String(app.clock.now),
    "payment_intent_data[metadata][order_id]": row?.id,
    "line_items[0][price_data][unit_amount]": "2900",
    "line_items[0][price_data][product_data][name]": "Promoted in the results, 14 days",
    expires_at: String(app.clock.now / 1000 + 3600),
    locale: "en",
    customer_email: teacher.email,
    success_url: "https://catedra.test/payment-complete/{CHECKOUT_SESSION_ID}",
    cancel_url: `https://catedra.test/tutoring/${id}/promote`,
  });
});

test("POST for another user's listing returns 404, signed out 401; neither creates an order", async () => {
  const { id, stripe } = await createPromotionFixture();
  const stranger = await createTeacher();
  const form = { package: "top7", immediate_start: "0" };
  const before = await countRows("orders");
  await expectStatus(app.post(`/tutoring/${id}/promote`, { as: stranger, form }), 404);
  await expectStatus(app.get(`/tutoring/${id}/promote`, { as: stranger }), 404);
  await expectStatus(app.post(`/tutoring/${id}/promote`, { form }), 401);
  expect((await app.get(`/tutoring/${id}/promote`)).headers.get("location")).toBe(
    `/sign-in?next=/tutoring/${id}/promote`,
  );
  await expectStatus(app.get("/tutoring/nonsense/promote", { as: stranger }), 404);
  expect(await countRows("orders")).toBe(before);
  expect(stripe.calls).toEqual([]);
});

test("POST for a listing that is not published or has expired returns 409 with an explanation", async () => {
  const { jar, placeOrder, id } = await createPromotionFixture();
  for (const [change, explanation] of [
    [{ state: "draft" }, "This listing cannot be promoted now"],
    [{ state: "published", expiresTs: app.clock.now }, "Renew it first"],
  ] as const) {
    await updateRow(listings, id, change);
    await expectStatus(placeOrder(), 409);
    const html = await app.read(`/tutoring/${id}/promote`, { as: jar });
    expect(html).toContain(explanation);
    expectNoText(html, 'name="package"', "single-card");
  }
  expect(await listOrders(id)).toEqual([]);
});

test("POST returns 429 above the limit of the settings, for their window", async () => {
  const { placeOrder } = await createPromotionFixture();
  const value = { orders_hour: { max: 1, window_s: 600 } };
  await db.insert(settings).values({ path: "settings/limits", value, version: 1, updatedTs: 0 });
  await expectStatus(placeOrder(), 303);
  app.clock.now += 1000;
  const answer = await expectStatus(placeOrder({ package: "top14" }), 429);
  expect(answer.headers.get("retry-after")).toBe("599");
  await db.delete(settings);
});

test("an open checkout keeps its slot until it expires; a listing that can't be promoted is refused for its state", async () => {
  const target = { subject: "la", county: "vn" } as const;
  const fixture = await createPromotionFixture(target);
  const { placeOrder, id } = fixture;
  const owner = await createTeacher();
  for (let n = 0; n < 11; n++)
    await promote(await createListing(owner, target), { endsTs: app.clock.now + DAY_MS });
  const { id: listingId } = await createListing(owner, target);
  await createOpenOrder({ ...fixture, teacher: owner, id: listingId });
  expect(await expectPage(placeOrder(), 409)).toContain("The next one becomes available on Nov 20, 2026");
  await updateRow(listings, id, { state: "paused" });
  expect(await expectPage(placeOrder(), 409)).not.toContain("becomes available on");
  await updateRow(listings, id, { state: "published" });
  expect(await listOrders(id)).toEqual([]);
  app.clock.now += 61 * 60_000;
  await expectStatus(placeOrder(), 303);
});

test("parallel POSTs of several listings for the last slot: one gets it", async () => {
  const { stripe } = await createPromotionFixture();
  const owner = await createTeacher({ billing: BILLING });
  const orderAnswers = await Promise.all(
    Array.from({ length: 16 }, () => createListing(owner, { subject: "mu", county: "tl" })),
  );
  stripe.state.delayMs = 3;
  const answers = await Promise.all(
    orderAnswers.map(({ id }) =>
      app.post(`/tutoring/${id}/promote`, { as: owner, form: { package: "top7", immediate_start: "0" } }),
    ),
  );
  const statuses = answers.map((answer) => answer.status);
  expect(statuses.filter((status) => status === 303)).toHaveLength(12);
  expect(statuses.filter((status) => status === 409)).toHaveLength(4);
});

test("GET /tutoring/{id}/promote shows packages with VAT, two starts, the order button and the listing's own card", async () => {
  const { jar, id } = await createPromotionFixture({ title: "Logică pentru admitere" });
  const html = await app.read(`/tutoring/${id}/promote`, { as: jar });
  expectText(html, "19 lei", "29 lei", "49 lei", "39 lei", "of which VAT 3.30 lei", "21%");
  const starts = html.match(/<label><input[^>]* name="immediate_start"[^>]*>.*?<\/label>/g) ?? [];
  expect(starts.map(toText)).toEqual([
    expect.stringMatching(/^Start now: today, Nov 20, 2026 I ask for the promotion to begin as soon as/),
    expect.stringMatching(
      /^Start on Dec 5, 2026, after the 14-day withdrawal period The promotion begins after the last day/,
    ),
  ]);
  expect(starts.map((label) => label.match(/ value="(\d)"/)?.[1])).toEqual(["1", "0"]);
  for (const label of starts) {
    expect(label).toContain(' required=""');
    expect(label).not.toContain("checked");
  }
  expect(html).not.toContain('value="bump"');
  // The button has price and start of each package, in its order.
  const readButton = (page: string) =>
    (page.match(/<button type="submit" class="button button--primary">.*?<\/button>/)?.[0] ?? "")
      .split('<span class="order-terms">')
      .map(toText);
  const dates = " · starts Nov 20, 2026 · starts Dec 5, 2026";
  expect(readButton(html)).toEqual([
    "Order with obligation to pay",
    ...["19", "29", "49", "39"].map((lei) => ` · ${lei} lei${dates}`),
  ]);
  const romanian = await app.read(`/ro/tutoring/${id}/promote`, { as: jar });
  expect(readButton(romanian).slice(0, 2)).toEqual([
    "Comandă cu obligație de plată",
    " · 19 lei · începe pe 20.11.2026 · începe pe 05.12.2026",
  ]);
  // Only the lowest price a day is marked, and no first place is promised.
  const marked = html.split('<label class="package">').filter((card) => card.includes("Best price per day"));
  expect(marked.map((card) => card.match(/ value="(\w+)"/)?.[1])).toEqual(["top30"]);
  const text = toText(html);
  expect(text).toContain(
    "Above the results of every search that the listing matches, in turn with other promoted",
  );
  expect(text).not.toMatch(/at the top|first place|shown first/i);
  const preview = html.match(/<div class="promoted-block single-card" inert="">.*?<\/ul><\/div>/s)?.[0] ?? "";
  for (const part of ["Logică pentru admitere", "Promoted"]) expect(toText(preview)).toContain(part);
});

test("GET /tutoring/{id}/promote shows the packages of the settings; a malformed document is ignored", async () => {
  const { jar, id, placeOrder } = await createPromotionFixture();
  const put = (value: unknown) =>
    db
      .insert(settings)
      .values({ path: "settings/packages", value, version: 1, updatedTs: 0 })
      .onConflictDoUpdate({ target: settings.path, set: { value } });
  await put({
    top7: { price: 2100, days: 7, placement: "results" },
    home7: { price: 1, days: 1, placement: "home", off: true },
  });
  const html = await app.read(`/tutoring/${id}/promote`, { as: jar });
  expect(html).toContain("21 lei");
  expect(html).not.toContain('value="home7"');
  await expectStatus(placeOrder({ package: "home7" }), 422);
  await put({ top7: { price: "free" } });
  expect(await app.read(`/tutoring/${id}/promote`, { as: jar })).toContain("19 lei");
  await db.delete(settings);
});

test("GET /tutoring/{id}/promote explains when days add up", async () => {
  const { teacher, jar, id, buy } = await createPromotionFixture();
  await buy();
  const html = await app.read(`/tutoring/${id}/promote`, { as: jar });
  expectText(
    html,
    "Your listing is promoted",
    "The days are added: it begins on Nov 27, 2026 and runs until Dec 4, 2026",
  );
  app.clock.now += 8 * DAY_MS;
  const then = await app.get(`/tutoring/${id}/promote`, { as: teacher });
  expect(await then.text()).toContain("If it begins today, it runs until Dec 5, 2026");
});

const toText = (html: string) => html.replace(/<[^>]*>/g, "").replaceAll("&quot;", '"');

test("POST without a start, or with another value, returns 422 with an error, keeps the package and orders nothing", async () => {
  const { placeOrder, stripe, id } = await createPromotionFixture();
  for (const immediate_start of ["", "2", "true"]) {
    const html = await expectPage(placeOrder({ package: "top30", immediate_start }), 422);
    expectText(html, 'href="#field-immediate_start"', "Choose when the promotion begins.");
    expect(html).toMatch(/name="package" checked="" value="top30"/);
    expect(html).not.toMatch(/name="immediate_start"[^>]*checked/);
  }
  expect(await listOrders(id)).toEqual([]);
  expect(stripe.calls).toEqual([]);
});

test("the starts differ by placement while a promotion of one placement runs", async () => {
  const { jar, id, buy } = await createPromotionFixture();
  await buy({ package: "top30", immediate_start: "1" });
  const text = toText(await app.read(`/tutoring/${id}/promote`, { as: jar }));
  expectText(
    text,
    "Start as early as possible. In the results: Dec 20, 2026; On the home page: Nov 20, 2026",
    "Start after the 14-day withdrawal period. In the results: Dec 20, 2026; On the home page: Dec 5, 2026",
  );
});
