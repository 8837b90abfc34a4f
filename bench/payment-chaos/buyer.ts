import { setTimeout as pause } from "node:timers/promises";
import { paths } from "../../src/shared/paths";
import { changeAfterPayment } from "./after-payment";
import { fetchWithRetries, GIVE_UP_MS, press, send } from "./requests";
import type { Cookie, Seller } from "./sellers";
import type { Site } from "./site";

const PACKAGES = ["top7", "top14", "top30", "home7"] as const;

/** Outcomes of an order, with their weights. */
const OUTCOMES = {
  paid: 40,
  "paid later": 10,
  "declined, then paid": 8,
  "refunded in part": 7,
  "refunded fully": 5,
  "refund failed": 5,
  "refunded by an admin": 6,
  withdrawn: 6,
  "dispute won": 4,
  "dispute lost": 4,
  "dispute open": 3,
  inquiry: 3,
  "failed later": 6,
  "paused, then paid": 3,
  abandoned: 6,
  expired: 4,
} as const;
export type Outcome = keyof typeof OUTCOMES;

/** Only for the last order of a listing: afterwards an order is open or the listing is paused. */
const LAST: readonly Outcome[] = ["paused, then paid", "abandoned", "expired"];

export interface Buyer {
  site: Site;
  seller: Seller;
  admin: Cookie;
  /** A seeded random number in [0, 1). */
  random(): number;
  /** Checkout sessions that this listing's earlier orders were paid in. */
  used: Set<string>;
}

/** Places one order, pays or not, returns from Stripe, and plays the outcome. */
export async function buy(buyer: Buyer, last: boolean): Promise<Outcome | "no slot"> {
  const outcome = drawOutcome(buyer.random, last);
  const checkout = await order(buyer);
  if (checkout === null) return "no slot";
  const session = checkout.split("/").at(-1) ?? "";
  buyer.used.add(session);
  if (outcome === "abandoned") return outcome;
  if (outcome === "expired") {
    await press(checkout, "expire");
    return outcome;
  }
  if (outcome === "paused, then paid")
    await send(buyer.site, buyer.seller.cookie, paths.listingAction(buyer.seller.listing, "pause"), {});
  if (outcome === "declined, then paid") await press(checkout, "decline");
  const late = outcome === "paid later" || outcome === "failed later";
  // Two clicks at once.
  await Promise.all([press(checkout, late ? "later" : "pay"), press(checkout, late ? "later" : "pay")]);
  const back = returnFromStripe(buyer, session);
  if (late) {
    await pause(buyer.random() * 1500);
    await press(checkout, outcome === "paid later" ? "succeed" : "fail");
    await returnFromStripe(buyer, session);
  }
  await Promise.all([back, changeAfterPayment(buyer, session, outcome)]);
  return outcome;
}

function drawOutcome(random: () => number, last: boolean): Outcome {
  const open = (Object.keys(OUTCOMES) as Outcome[]).filter((outcome) => last || !LAST.includes(outcome));
  const lots = open.flatMap((outcome) => Array.from({ length: OUTCOMES[outcome] }, () => outcome));
  return lots[Math.floor(random() * lots.length)] ?? "paid";
}

/** Orders until it gets an unpaid checkout; null when no slot is free. */
async function order(buyer: Buyer): Promise<string | null> {
  const { seller, random, used } = buyer;
  for (const end = Date.now() + GIVE_UP_MS; Date.now() < end; ) {
    const chosen = PACKAGES[Math.floor(random() * PACKAGES.length)] ?? "top7";
    const fields = { package: chosen, immediate_start: random() < 0.7 ? "1" : "0" };
    const clicks = random() < 0.3 ? 3 : 1;
    const answers = await Promise.all(
      Array.from({ length: clicks }, () =>
        send(buyer.site, seller.cookie, paths.promoteListing(seller.listing), fields),
      ),
    );
    const paymentUrl = answers
      .map((answer) => answer.headers.get("location") ?? "")
      .find((location) => location.includes("/pay/"));
    if (paymentUrl && !used.has(paymentUrl.split("/").at(-1) ?? "")) return paymentUrl;
    const full = answers.every(({ status }) => status === 409) && chosen !== "home7";
    if (full && (await isFull(answers))) return null;
    // The previous order is still open; the page that checks the payment updates it.
    await Promise.all([...used].map((session) => visit(buyer, session)));
    await pause(200);
  }
  throw new Error(`No checkout for listing ${seller.listing} within ${GIVE_UP_MS / 1000} s`);
}

async function isFull(answers: Response[]): Promise<boolean> {
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  return texts.every((text) => text.includes("taken"));
}

/** The buyer's browser returns from Stripe with several concurrent requests. */
async function returnFromStripe(buyer: Buyer, session: string): Promise<void> {
  const visits = 1 + Math.floor(buyer.random() * 3);
  await Promise.all(
    Array.from({ length: visits }, async () => {
      await pause(buyer.random() * 800);
      await visit(buyer, session);
    }),
  );
}

const visit = (buyer: Buyer, session: string): Promise<Response> =>
  fetchWithRetries(buyer.site, paths.paymentComplete(session), { headers: { cookie: buyer.seller.cookie } });
