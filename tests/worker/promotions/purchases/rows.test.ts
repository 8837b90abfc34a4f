import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { type Actor, app, createTestApp, db } from "../../../helpers/app";
import { createCountingDb } from "../../../helpers/counting-db";
import { createAdmin, createListing, createTeacher, type User } from "../../../helpers/factories";
import { createOrder, createPromotion } from "../../../helpers/orders";

const DAY_MS = 86_400_000;
const { db: counted, ledger } = createCountingDb(app.bindings.DB as never);
const watched = createTestApp({ DB: counted as never });
const { now } = app.clock;
let teacher: User;
let running: string;
let session: string;

/** Closed orders of one buyer and of others, all of an existing listing. */
const many = (count: number, prefix: string, buyerId: string, listingId: string) =>
  db.run(sql`
    insert into orders (id, buyer_id, listing_id, package, days, placement, amount, vat_amount, vat_rate, currency, state,
      immediate_start, consent_text, consent_ts, created_ts)
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
    select ${prefix} || substr('000000000000' || n, -12), ${buyerId}, ${listingId}, 'top7', 7, 'results', 1900, 330, 2100,
      'RON', iif(n % 2, 'expired', 'refunded'), 1, '', 0, ${now} - n * 60000 from numbers`);

beforeAll(async () => {
  teacher = await createTeacher();
  const stranger = await createTeacher();
  const [own, other] = [await createListing(teacher), await createListing(stranger)];
  const order = await createOrder({ buyerId: teacher.id, listingId: own.id });
  running = order.id;
  session = String(order.checkoutSessionId);
  await createPromotion(order, { startsTs: now - 3 * DAY_MS });
  await many(600, "0wn0", teacher.id, own.id);
  await many(3000, "th1r", stranger.id, other.id);
  for (let n = 0; n < 5; n++) {
    const over = await createOrder(
      { buyerId: teacher.id, listingId: own.id },
      { createdTs: now - 20 * DAY_MS },
    );
    await createPromotion(over, { startsTs: now - (20 + n) * DAY_MS });
  }
});

/** Rows read for a whole page, and the page. */
async function countRowsRead(path: string, as: Actor) {
  ledger.clear();
  const answer = await watched.get(path, { as });
  expect(answer.status, path).toBe(200);
  return { rows: ledger.rowsRead(), html: await answer.text() };
}

describe("rows read for a buyer with 600 orders among 3000 others", () => {
  it("GET /profile/promotions: only those of the page", async () => {
    const first = await countRowsRead("/profile/promotions", teacher);
    expect(first.html).toContain(`/profile/promotions/${running}"`);
    expect(first.rows).toBeLessThan(300);
    const next = first.html.match(/rel="next" href="([^"]+)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const second = await countRowsRead(next, teacher);
    expect(second.rows).toBeLessThan(300);
    const back = second.html.match(/rel="prev" href="([^"]+)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect((await countRowsRead(back, teacher)).rows).toBeLessThan(300);
  });

  it("GET /profile/promotions/{id}, /payment-complete/{session} and /admin/orders/{id}: only those of the order", async () => {
    expect((await countRowsRead(`/profile/promotions/${running}`, teacher)).rows).toBeLessThan(50);
    expect((await countRowsRead(`/payment-complete/${session}`, teacher)).rows).toBeLessThan(30);
    const admin = await createAdmin();
    expect((await countRowsRead(`/admin/orders/${running}`, admin)).rows).toBeLessThan(50);
  });

  it("GET /admin/orders and the CSV of a period's invoices: only those of the days", async () => {
    await db.run(sql`
      insert into invoices
        (series, number, kind, seller, order_id, amount, vat_amount, vat_rate, currency, issued_ts, paid_ts)
      select 'CAT', 1000 + row_number() over (), 'invoice', '{}', id, 1900, 330, 2100, 'RON', created_ts, created_ts
      from orders where buyer_id <> ${teacher.id}`);
    const admin = await createAdmin();
    // One invoice a minute, each with its order and the order's invoice.
    const day = "?from=2026-11-19&to=2026-11-19";
    expect((await countRowsRead(`/admin/invoices.csv${day}`, admin)).rows).toBeLessThan(1440 * 6);
    expect((await countRowsRead(`/admin/orders${day}`, admin)).rows).toBeLessThan(1440 + 200);
    for (const query of ["", "?state=expired", "?state=disputed", `?q=${running}`, "?q=nobody@example.test"])
      expect((await countRowsRead(`/admin/orders${query}`, admin)).rows, query).toBeLessThan(300);
  });
});
