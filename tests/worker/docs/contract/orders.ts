import { refunds } from "@/db/schema";
import { COUNTY_CODES, type County } from "@/shared/codes";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { db } from "../../../helpers/app";
import { createListing, createTeacher } from "../../../helpers/factories";
import { fakeStripe } from "../../../helpers/fake-stripe";
import { createOrder } from "../../../helpers/orders";
import type { CallContext } from "./call-context";
import { reuseIdempotencyKey, UNKNOWN_ID } from "./requests";
import { signInCaller } from "./rows";
import type { Calls } from "./test-calls";

const TOP7 = { package: "top7", immediate_start: true };

/** The counties but Bucharest and the one of the shared listings. */
const COUNTIES = COUNTY_CODES.filter((code) => code !== "b" && code !== "cj");
let offers = 0;

/** A new teacher's listing in a county that no other entry fills, and Stripe to pay at. */
async function createUnpromotedListing(
  { app }: CallContext,
  overrides: Parameters<typeof createListing>[2] = {},
) {
  const stripe = fakeStripe(app);
  const teacher = await createTeacher(app);
  const county = COUNTIES[offers++ % COUNTIES.length] ?? "cj";
  const listing = await createListing(app, teacher, { county, ...overrides });
  const { headers } = await signInCaller(app, teacher);
  return { stripe, teacher, listing, headers, path: paths.apiListingOrders(listing.id) };
}

/** A new order that was paid, and a part of it refunded. */
async function createPaidOrder(context: CallContext) {
  const { stripe, path, headers } = await createUnpromotedListing(context);
  const answer = await context.request(path, { method: "POST", json: TOP7, headers });
  const { content } = (await answer.json()) as { content: { _id: string } };
  await stripe.send(stripe.event("checkout.session.completed", stripe.pay()));
  await db.insert(refunds).values({
    id: newId(),
    orderId: content._id,
    kind: "refund",
    amount: 500,
    reason: "Două zile fără site",
    state: "pending",
    createdTs: context.app.clock.now,
  });
  return { id: content._id, headers };
}

/** Other teachers are about to pay for every slot of a county. */
async function fillSlots({ app }: CallContext, { county }: { county: County | null }) {
  for (let n = 0; n < 12; n++) {
    const teacher = await createTeacher(app);
    const { id } = await createListing(app, teacher, { county });
    await createOrder(app, { buyerId: teacher.id, listingId: id }, { state: "open", paidTs: null });
  }
}

export const ORDERS: Calls = {
  "POST /api/listings/{id}/orders": {
    request: async ({ rows }) => ({
      path: paths.apiListingOrders(rows.listing.id),
      json: TOP7,
      by: "teacher",
    }),
    200: [
      async (context) => {
        const { path, headers } = await createUnpromotedListing(context);
        await context.send({ path, headers });
        return { path, headers };
      },
      async (context) => {
        const { path, headers, stripe } = await createUnpromotedListing(context);
        await context.send({ path, headers });
        await stripe.send(stripe.event("checkout.session.completed", stripe.payLater()));
        return { path, headers };
      },
    ],
    201: async (context) => {
      const { path, headers } = await createUnpromotedListing(context);
      return { path, json: { ...TOP7, amount: 1, days: 365, currency: "USD" }, headers };
    },
    404: async ({ rows }) => ({ path: paths.apiListingOrders(rows.foreignListing.id) }),
    409: [
      async (context) => {
        const { path, headers } = await createUnpromotedListing(context, { state: "paused" });
        return { path, headers };
      },
      async (context) => {
        const { path, headers, listing } = await createUnpromotedListing(context);
        await fillSlots(context, listing);
        return { path, headers };
      },
      reuseIdempotencyKey,
    ],
    422: [{ json: { ...TOP7, package: "gold" } }, { json: { package: "top7" } }],
    429: async (context) => {
      const { path, headers, teacher, listing } = await createUnpromotedListing(context);
      const past = { state: "expired", paidTs: null } as const;
      const by = { buyerId: teacher.id, listingId: listing.id };
      for (let n = 0; n < 30; n++) await createOrder(context.app, by, past);
      return { path, headers };
    },
    503: async (context) => {
      const { path, headers, stripe } = await createUnpromotedListing(context);
      stripe.state.down = true;
      return { path, headers };
    },
  },
  "GET /api/orders": {
    request: { path: paths.apiOrders(), by: "teacher" },
    200: [
      async (context) => ({ headers: (await createPaidOrder(context)).headers }),
      async (context) => {
        await createPaidOrder(context);
        return { by: "admin" };
      },
    ],
  },
  "GET /api/orders/{id}": {
    request: { path: paths.apiOrder(UNKNOWN_ID), by: "teacher" },
    200: async (context) => {
      const { id, headers } = await createPaidOrder(context);
      return { path: paths.apiOrder(id), headers };
    },
    404: {},
  },
};
