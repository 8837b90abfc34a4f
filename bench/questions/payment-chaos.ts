import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { LedgerEntry } from "../../dev/stubs/ledger";
import { createSeededRandom } from "../../dev/stubs/seeded-random";
import { SCHEDULE } from "../../src/jobs/schedule";
import type { Figure } from "../figures";
import { buy } from "../payment-chaos/buyer";
import { type Cookie, createSellers, type Seller } from "../payment-chaos/sellers";
import { openSite, type Site } from "../payment-chaos/site";
import { advanceOneHour, digest, verifyOrders, withData } from "../payment-chaos/verify-orders";

const CONCURRENT_BUYERS = 10;
/** Each webhook is sent five times, in any order; for one in thirteen, no copy arrives. */
const WEBHOOKS = { copies: 5, delay_ms: 3000, drop: 0.6 };
/** Faults of Stripe's API; each kill of the worker chooses the next. */
const OUTAGES = ["none", "cut", "error", "slow", "limit", "refuse"] as const;
const MAX_ROUNDS = 20;

const jobs = SCHEDULE.map(({ name }) => name).filter((name) => name.startsWith("reconcile-"));

type Options = { orders: number; kills: number; seed: number };
/** The site under test with its data and accounts. */
type Setup = { site: Site; dataDir: string; sellers: readonly Seller[]; admin: Cookie };

/**
 * Payment chaos test. Buys, refunds, withdraws and disputes orders at the Stripe stub, while webhooks are repeated,
 * reordered and lost, Stripe fails, and the worker is killed and restarted on the same data. `seed` repeats a run. Then
 * reconciliation alone has to make the site's records agree with the stub's. Fails on any difference.
 */
export async function run(options: Options): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "catedra-payment-chaos-"));
  const accounts = await withData(dataDir, (db) =>
    createSellers(db, Math.max(4, Math.ceil(options.orders / 2))),
  );
  const site = await openSite(dataDir);
  let wrong = Number.NaN;
  try {
    wrong = await testPayments({ site, dataDir, ...accounts }, options);
  } finally {
    await site.close();
    if (wrong === 0) rmSync(dataDir, { recursive: true, force: true });
    else console.log(`The data and the worker's log are in ${dataDir}`);
  }
  return [{ what: "differences between orders and the Stripe stub", value: wrong, bound: 0 }];
}

/** @returns the number of differences */
async function testPayments(setup: Setup, options: Options): Promise<number> {
  const { site, dataDir } = setup;
  const startedAt = Date.now();
  await site.start();
  const outcomes = await buyUnderFaults(setup, options);
  const rounds = await reconcile(setup);
  const { entries } = (await (await fetch(`${site.stubsUrl}/ledger.json`)).json()) as {
    entries: LedgerEntry[];
  };
  const { figures, wrong } = await verifyOrders(dataDir, entries);
  console.table(outcomes);
  console.table({
    ...figures,
    kills: options.kills,
    "rounds of reconciliation": rounds,
    seconds: Math.round((Date.now() - startedAt) / 1000),
  });
  for (const sentence of wrong) console.log(`  ${sentence}`);
  if (wrong.length === 0) console.log("All orders are correct.");
  return wrong.length;
}

/** Places all orders, those of one listing in sequence, while webhooks get lost and the worker is killed. */
async function buyUnderFaults(
  { site, sellers, admin }: Setup,
  { orders, kills, seed }: Options,
): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {};
  let [started, ended] = [0, false];
  await site.setFaults({ seed, webhooks: WEBHOOKS });

  const buyForSeller = async (n: number) => {
    const seller = sellers[n];
    if (!seller) return;
    const random = createSeededRandom(seed * 10_007 + n);
    const buyer = { site, seller, admin, random, used: new Set<string>() };
    for (let order = n; order < orders; order += sellers.length) {
      started++;
      const outcome = await buy(buyer, order + sellers.length >= orders);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  };
  const killer = async () => {
    const random = createSeededRandom(seed);
    for (let kill = 1; kill <= kills; kill++) {
      while (!ended && started < (orders * kill) / (kills + 1)) await pause(20);
      const outage = OUTAGES[Math.floor(random() * OUTAGES.length)] ?? "none";
      await site.setFaults({ api: { outage, probability: 0.2, slow_ms: 1500 } });
      await pause(random() * 1200);
      await site.kill();
      await pause(random() * 300);
      await site.start();
    }
  };
  const waiting = [...sellers.keys()];
  const worker = async () => {
    for (let n = waiting.shift(); n !== undefined; n = waiting.shift()) await buyForSeller(n);
  };
  const buying = Promise.all(Array.from({ length: CONCURRENT_BUYERS }, worker)).finally(() => {
    ended = true;
  });
  await Promise.all([buying, killer()]);
  return outcomes;
}

/**
 * Drops all webhooks, expires all checkouts, then runs the reconciliation jobs until nothing changes.
 * @returns the number of rounds
 */
async function reconcile({ site, dataDir }: Setup): Promise<number> {
  await site.setFaults({ api: { outage: "none" }, webhooks: { drop: 1 } });
  await site.kill();
  await site.expireCheckoutSessions();
  await advanceOneHour(dataDir);
  for (let [round, before] = [1, ""]; round <= MAX_ROUNDS; round++) {
    await site.start();
    for (const job of jobs) if (!(await site.runJob(job))) console.log(`The job ${job} failed.`);
    await site.kill();
    const after = await digest(dataDir);
    if (after === before) return round;
    before = after;
  }
  throw new Error(`Reconciliation changes something in each of ${MAX_ROUNDS} rounds`);
}
