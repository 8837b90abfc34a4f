import { refunds } from "@/db/schema";
import { COUNTY_CODES, type County } from "@/shared/codes";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { db } from "../../../helpers/app";
import { makeAdmin, makeListing, makeTeacher } from "../../../helpers/factories";
import { fakeStripe } from "../../../helpers/fake-stripe";
import { makeOrder } from "../../../helpers/orders";
import { proveCalls, type Scene } from "./prove";
import { BAD_TOKEN, malformed, member, session, TOO_LARGE } from "./scenes";

const NOWHERE = "0000000000000000";
const TOP7 = { package: "top7", immediate_start: true };

const COUNTIES = COUNTY_CODES.filter((code) => code !== "b");
let offers = 0;

/** A teacher's listing in a county that no other entry fills, a Stripe to pay at, and the teacher's credentials. */
async function offered(scene: Scene, given: Parameters<typeof makeListing>[2] = {}) {
  const stripe = fakeStripe(scene.app);
  const teacher = await makeTeacher(scene.app);
  const county = COUNTIES[offers++ % COUNTIES.length] ?? "cj";
  const listing = await makeListing(scene.app, teacher, { county, ...given });
  const { headers } = await session(scene, teacher);
  return { stripe, teacher, listing, headers, url: paths.apiListingOrders(listing.id) };
}

/** The same with an order that was paid, and a part of it given back. */
async function bought(scene: Scene) {
  const offer = await offered(scene);
  const answer = await scene.request(offer.url, { method: "POST", json: TOP7, headers: offer.headers });
  const { content } = (await answer.json()) as { content: { _id: string } };
  const { stripe } = offer;
  await stripe.send(stripe.event("checkout.session.completed", stripe.pay()));
  await db.insert(refunds).values({
    id: newId(),
    orderId: content._id,
    kind: "refund",
    amount: 500,
    reason: "Două zile fără site",
    state: "pending",
    createdTs: scene.app.clock.now,
  });
  return { ...offer, id: content._id };
}

/** Others wait for their payment with every place that there is beside a listing. */
async function fillPlaces({ app }: Scene, { county }: { county: County | null }) {
  for (let n = 0; n < 12; n++) {
    const teacher = await makeTeacher(app);
    const { id } = await makeListing(app, teacher, { county });
    await makeOrder(app, { buyerId: teacher.id, listingId: id }, { state: "open", paidTs: null });
  }
}

proveCalls("orders", {
  "POST /api/listings/{id}/orders": {
    200: [
      async (scene) => {
        const { url, headers } = await offered(scene);
        await scene.send(url, { json: TOP7, headers });
        return scene.send(url, { json: TOP7, headers });
      },
      async (scene) => {
        const { url, headers, stripe } = await offered(scene);
        await scene.send(url, { json: TOP7, headers });
        await stripe.send(stripe.event("checkout.session.completed", stripe.payLater()));
        return scene.send(url, { json: TOP7, headers });
      },
    ],
    201: async (scene) => {
      const { url, headers } = await offered(scene);
      return scene.send(url, { json: { ...TOP7, amount: 1, days: 365, currency: "USD" }, headers });
    },
    400: async (scene) => {
      const { url, headers } = await offered(scene);
      return scene.send(url, malformed(headers));
    },
    401: async (scene) => scene.send((await offered(scene)).url, { json: TOP7, ...BAD_TOKEN }),
    404: async (scene) => {
      const { url } = await offered(scene);
      const { headers } = await member(scene, { role: "t" });
      return scene.send(url, { json: TOP7, headers });
    },
    409: [
      async (scene) => {
        const { url, headers } = await offered(scene, { state: "paused" });
        return scene.send(url, { json: TOP7, headers });
      },
      async (scene) => {
        const { url, headers, listing } = await offered(scene);
        await fillPlaces(scene, listing);
        return scene.send(url, { json: TOP7, headers });
      },
      async (scene) => {
        const { url, headers } = await offered(scene);
        const keyed = { ...headers, "idempotency-key": newId() };
        await scene.send(url, { json: TOP7, headers: keyed });
        return scene.send(url, { json: { ...TOP7, package: "top14" }, headers: keyed });
      },
    ],
    413: async (scene) => {
      const { url, headers } = await offered(scene);
      return scene.send(url, { json: { ...TOP7, package: TOO_LARGE }, headers });
    },
    415: async (scene) => {
      const { url, headers } = await offered(scene);
      return scene.send(url, { form: { package: "top7" }, headers });
    },
    422: [
      async (scene) => {
        const { url, headers } = await offered(scene);
        return scene.send(url, { json: { ...TOP7, package: "gold" }, headers });
      },
      async (scene) => {
        const { url, headers } = await offered(scene);
        return scene.send(url, { json: { package: "top7" }, headers });
      },
    ],
    429: async (scene) => {
      const { url, headers, teacher, listing } = await offered(scene);
      const past = { state: "expired", paidTs: null } as const;
      const by = { buyerId: teacher.id, listingId: listing.id };
      for (let n = 0; n < 30; n++) await makeOrder(scene.app, by, past);
      return scene.send(url, { json: TOP7, headers });
    },
    503: async (scene) => {
      const { url, headers, stripe } = await offered(scene);
      stripe.state.down = true;
      return scene.send(url, { json: TOP7, headers });
    },
  },
  "GET /api/orders": {
    200: [
      async (scene) => scene.send(paths.apiOrders(), { headers: (await bought(scene)).headers }),
      async (scene) => {
        await bought(scene);
        const { headers } = await session(scene, await makeAdmin(scene.app));
        return scene.send(paths.apiOrders(), { headers });
      },
    ],
    401: ({ send }) => send(paths.apiOrders()),
  },
  "GET /api/orders/{id}": {
    200: async (scene) => {
      const { id, headers } = await bought(scene);
      return scene.send(paths.apiOrder(id), { headers });
    },
    401: ({ send }) => send(paths.apiOrder(NOWHERE)),
    404: async (scene) => {
      const { id } = await bought(scene);
      const { headers } = await member(scene);
      return scene.send(paths.apiOrder(id), { headers });
    },
  },
});
