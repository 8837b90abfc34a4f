import * as fc from "fast-check";
import { expect, test } from "vitest";
import { mailsTo } from "../../helpers/factories";
import { DAY_MS, ordersOf, promotionsOf, scene } from "./scene";

/** News of one checkout that is paid in the end, from wherever it comes. */
const NEWS = [
  "completed",
  "completed-copy",
  "succeeded",
  "return-page",
  "expired-late",
  "order-again",
] as const;

test("whatever the order and number of the news of a payment, one promotion comes of it", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...NEWS), { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      async (given, together) => {
        const { app, stripe, teacher, jar, order, id } = await scene();
        await order();
        const session = stripe.pay();
        const completed = stripe.event("checkout.session.completed", session);
        const send = {
          completed: () => stripe.send(completed),
          "completed-copy": () => stripe.send(completed),
          succeeded: () => stripe.send(stripe.event("checkout.session.async_payment_succeeded", session)),
          "return-page": () => app.get(`/payment-complete/${session.id}`, { as: jar }),
          // Stripe never says so of a paid session; if it did, the payment would still count.
          "expired-late": () =>
            stripe.send(stripe.event("checkout.session.expired", { ...session, status: "expired" })),
          "order-again": () => order(),
        };
        // Ordering again after the payment is known is a new order, which this is not about.
        const news = together ? given.filter((one) => one !== "order-again") : given;
        if (together) await Promise.all(news.map((one) => send[one]()));
        else {
          for (const one of news) {
            if (one === "order-again" && (await ordersOf(id))[0]?.state === "fulfilled") continue;
            await send[one]();
          }
        }
        await send.completed();
        const promotions = await promotionsOf(id);
        expect(promotions).toHaveLength(1);
        expect(promotions[0]).toMatchObject({
          startsTs: app.clock.now,
          endsTs: app.clock.now + 7 * DAY_MS,
          revokedTs: null,
        });
        expect((await ordersOf(id)).filter((row) => row.state === "fulfilled")).toHaveLength(1);
        expect((await mailsTo(teacher.email)).map((mail) => mail.template).sort()).toEqual([
          "payment_confirmed",
          "promotion_started",
        ]);
      },
    ),
    { numRuns: 30 },
  );
}, 60_000);
