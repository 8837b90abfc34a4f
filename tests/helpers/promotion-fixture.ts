import { asc, eq } from "drizzle-orm";
import { expect } from "vitest";
import { orders, paymentEvents, promotions, refunds } from "@/db/schema";
import { createCheckoutSession } from "@/features/promotions/checkout/create-checkout-session";
import { findOrderById } from "@/features/promotions/orders/queries";
import { applyCheckoutSession } from "@/features/promotions/sessions/apply-checkout-session";
import { createAppContext } from "@/http/app-context";
import { COUNTY_CODES, type County, type Role } from "@/shared/codes";
import { app, db } from "./app";
import { createListing, createTeacher, mailsTo, signIn } from "./factories";
import { fakeStripe } from "./fake-stripe";
import { createOrder } from "./orders";
import { BILLING } from "./rows";
import { ensureSeller } from "./sellers";

export { DAY_MS } from "@/shared/dates";

let fixtureCount = 0;

/** A county for this fixture only, since slots per county are limited. */
const nextCounty = () => COUNTY_CODES.filter((code) => code !== "b")[fixtureCount++ % 41] as County;

/** A teacher with one published listing, signed in, and a fake Stripe. By default an order waits for its start. */
export async function createPromotionFixture(listing: Parameters<typeof createListing>[1] = {}) {
  await ensureSeller();
  const stripe = fakeStripe();
  const teacher = await createTeacher({ billing: BILLING });
  const jar = await signIn(teacher);
  const { id } = await createListing(teacher, { county: nextCounty(), ...listing });
  const placeOrder = (
    form: Record<string, string> = { package: "top7", immediate_start: "1" },
    listingId = id,
  ) => app.post(`/tutoring/${listingId}/promote`, { as: jar, form: { immediate_start: "0", ...form } });
  /** Orders and pays, and the webhook reports the payment. Returns the session. */
  const buy = async (...order: Parameters<typeof placeOrder>) => {
    await placeOrder(...order);
    const session = stripe.pay();
    await stripe.report("checkout.session.completed", session);
    return session;
  };
  return { stripe, teacher, jar, id, placeOrder, buy };
}

export type PromotionFixture = Awaited<ReturnType<typeof createPromotionFixture>>;

export const listOrders = (listingId: string) =>
  db.select().from(orders).where(eq(orders.listingId, listingId)).orderBy(asc(orders.createdTs));

export const listPromotions = (listingId: string) =>
  db.select().from(promotions).where(eq(promotions.listingId, listingId)).orderBy(asc(promotions.startsTs));

export const listRefunds = (orderId = "") =>
  db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.createdTs), asc(refunds.id));

type Rows<Row> = (Partial<Row> & object)[];

/** Expects the orders of a listing to have these values, each in its place. */
export const expectOrders = async (listingId: string, ...rows: Rows<typeof orders.$inferSelect>) =>
  expect(await listOrders(listingId)).toMatchObject(rows);

/** Expects the promotions of a listing to have these values, by their start. */
export const expectPromotions = async (listingId: string, ...rows: Rows<typeof promotions.$inferSelect>) =>
  expect(await listPromotions(listingId)).toMatchObject(rows);

/** Expects the refunds of an order to have these values, oldest first. */
export const expectRefunds = async (
  orderId: string | undefined,
  ...rows: Rows<typeof refunds.$inferSelect>
) => expect(await listRefunds(orderId)).toMatchObject(rows);

/** The stored event and its outcome. */
export const findPaymentEvent = async (id: string) =>
  (await db.select().from(paymentEvents).where(eq(paymentEvents.id, id)))[0];

/** The templates of the mails to an address. */
export const listMailTemplates = async (email: string) =>
  (await mailsTo(email)).map((mail) => mail.template).sort();

/** A job's context at the time of `app`. */
export function createJobContext(bindings = app.bindings) {
  const { clock } = app;
  return createAppContext({
    bindings,
    execution: { waitUntil: (work: Promise<unknown>) => void work },
    locale: "en",
    requestId: "job",
    address: "job",
    clock: () => clock.now,
  });
}

/** A signed-in user's context for feature functions, at the time of `app`. */
export const createUserContext = ({ id, email }: { id: string; email: string }, role: Role) => ({
  ...createJobContext(),
  user: { ...DEFAULT_USER, id, email, role },
});

const DEFAULT_USER = {
  sessionId: "session",
  emailVerified: true,
  firstName: "Ana",
  lastName: "Pop",
  canCreateAdmin: false,
  birthDate: null,
  profilePicture: null,
  pictureTs: null,
  unread: 0,
  requestsToAnswer: 0,
  shortlist: [],
  lacksTwoStep: false,
};

/** An unpaid order for seven days of the fixture's listing, with its checkout, without the form that orders it. */
export async function createOpenOrder(
  { teacher, id }: PromotionFixture,
  values: Partial<typeof orders.$inferInsert> = {},
): Promise<string> {
  const unpaid = { state: "created", paidTs: null, checkoutSessionId: null, ...values } as const;
  const { id: orderId } = await createOrder({ listingId: id, buyerId: teacher.id }, unpaid);
  const order = await findOrderById(createJobContext(), orderId);
  if (order) await createCheckoutSession(createUserContext(teacher, "t"), order);
  return orderId;
}

/** A paid order of the fixture's listing, with its session and charge. */
export async function createPaidOrder(values: Partial<typeof orders.$inferInsert> = {}) {
  const fixture = await createPromotionFixture();
  const orderId = await createOpenOrder(fixture, values);
  const session = fixture.stripe.pay();
  await applyCheckoutSession(createJobContext(), session);
  return { ...fixture, session, orderId, charge: fixture.stripe.charge(session) };
}
