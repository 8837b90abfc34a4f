import { invoices, paymentEvents, refunds } from "@/db/schema";
import { newId } from "@/shared/ids";
import { app, db } from "../../helpers/app";
import { createAdmin, createListing, createTeacher } from "../../helpers/factories";
import { createOrder, createPromotion } from "../../helpers/orders";
import { PAYING_SELLER } from "../../helpers/sellers";

let number = 100;

/** An admin, and a teacher with a published listing and its orders. */
export async function createPaymentsFixture() {
  const owner = await createTeacher();
  const listing = await createListing(owner);
  const admin = await createAdmin();
  const { now } = app.clock;

  /** Creates a paid order of the listing, with overrides. Returns its id. */
  const order = async (values: Parameters<typeof createOrder>[1] = {}): Promise<string> =>
    (
      await createOrder(
        { listingId: listing.id, buyerId: owner.id },
        { consentText: "I ask for it", ...values },
      )
    ).id;

  return {
    as: admin,
    admin,
    owner,
    listing,
    order,
    page: async (path: string) => (await app.get(path, { as: admin })).text(),
    promotion: (orderId: string, values: Parameters<typeof createPromotion>[1] = {}) =>
      createPromotion({ id: orderId, listingId: listing.id, placement: "results", days: 7 }, values),
    async event(values: Partial<typeof paymentEvents.$inferInsert> = {}): Promise<string> {
      const id = `evt_${newId()}`;
      const payload = JSON.stringify({ id, data: { object: { id: "cs_1" } } });
      const times = { createdTs: now, receivedTs: now };
      const type = "checkout.session.completed";
      await db.insert(paymentEvents).values({ id, type, ...times, outcome: "applied", payload, ...values });
      return id;
    },
    async refund(orderId: string, values: Partial<typeof refunds.$inferInsert> = {}): Promise<string> {
      const id = newId();
      const row = { id, orderId, amount: 500, createdTs: now };
      await db.insert(refunds).values({ ...row, kind: "refund", state: "sent", ...values });
      return id;
    },
    invoice: (orderId: string, values: Partial<typeof invoices.$inferInsert> = {}) =>
      db.insert(invoices).values({
        series: "CAT",
        number: ++number,
        kind: "invoice",
        seller: PAYING_SELLER,
        orderId,
        amount: 1900,
        vatAmount: 330,
        vatRate: 2100,
        currency: "RON",
        issuedTs: now,
        paidTs: now,
        ...values,
      }),
  };
}

export type PaymentsFixture = Awaited<ReturnType<typeof createPaymentsFixture>>;

/** The ids that the rows of a list link to, in order. */
export const listLinkedIds = (html: string): string[] =>
  [...html.matchAll(/entry__title[^>]*><a href="(?:\/ro)?\/admin\/orders\/([^"]+)"/g)].map(
    ([, id]) => id as string,
  );

/** Follows "next" to the last page. Returns the ids of each page. */
export async function readAllPages(page: PaymentsFixture["page"], path: string) {
  const pages: string[][] = [];
  for (let nextPath: string | undefined = path; nextPath; ) {
    const html: string = await page(nextPath);
    pages.push(listLinkedIds(html));
    nextPath = html.match(/rel="next" href="([^"]+)"/)?.[1]?.replaceAll("&amp;", "&");
  }
  return pages;
}
