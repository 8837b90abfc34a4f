import { paths } from "../../src/shared/paths";
import { benchData } from "../catalogue/bench-data";
import type { Figure } from "../figures";
import { copyData, createAppConfig } from "../harness/app";
import { createFloorConfig } from "../harness/floor";
import { FEW_LISTS, MANY_LISTS, withOwnAddress } from "../harness/list-paths";
import {
  BROWSER,
  computeRatio,
  fetchPage,
  measureRounds,
  NO_USER_AGENT,
  type Scenario,
} from "../harness/rounds";
import { addUser, signInWithForm } from "../harness/users";
import { startWorkerd, type Workerd } from "../harness/workerd";
import { median } from "../median";

const LISTING_IDS = Array.from({ length: 15 }, (_, n) => 1000 + 37 * n);
/** Pages out of the cache cost little: more of them, because CPU time is counted in steps of 10 ms. */
const CACHED_FACTOR = 4;

type Options = { listings: number; rounds: number; pages: number };

/** CPU of a page as a multiple of the floor's page (`bench/floor`), each worker in its own workerd. */
export async function run({ listings, rounds, pages }: Options): Promise<Figure[]> {
  const dataDir = copyData((await benchData(listings)).dataDir, "app");
  const user = await addUser(dataDir);
  const floor = await startWorkerd(await createFloorConfig(listings));
  const app = await startWorkerd(await createAppConfig("app", dataDir));
  try {
    await checkPages([floor, app]);
    const costs = await measureRounds(listScenarios({ floor, app, user, count: pages }), rounds);
    const figure = (what: string, name: string, bound: number, base = "floor list"): Figure => {
      const [cost, floorCost] = [name, base].map((scenario) => median(costs.get(scenario) ?? []));
      const note = `${cost?.toFixed(2)} ms of CPU, floor ${floorCost?.toFixed(2)} ms`;
      return { what: `${what}, × floor`, value: computeRatio(costs, name, base), bound, note };
    };
    return [
      figure("list, uncached, 648 lists in turn", "list, 648 lists", 2.4),
      figure("list, uncached, 648 lists, from browsers", "list, browsers", 2.4),
      figure("list, uncached, 15 lists in turn", "list, few lists", 2.2),
      figure("list, cached", "list, cached", 0.15),
      figure("listing, uncached", "listing", 4, "floor listing"),
      figure("listing, cached", "listing, cached", 0.5, "floor listing"),
      figure("home, uncached", "home", 2.4),
      figure("profile, signed in", "profile", 1.8),
    ];
  } finally {
    await Promise.all([floor.stop(), app.stop()]);
  }
}

/** Empty pages would cost less. */
async function checkPages(workers: readonly Workerd[]): Promise<void> {
  for (const path of FEW_LISTS) {
    for (const worker of workers) {
      const cards = (await fetchPage(worker, path)).match(/<article/g)?.length ?? 0;
      if (cards < 20) throw new Error(`${path} of ${worker.name} has ${cards} cards; expected 20`);
    }
  }
}

type Setup = { floor: Workerd; app: Workerd; user: string; count: number };

function listScenarios({ floor, app, user, count }: Setup): Scenario[] {
  let requests = 0;
  let cookie = "";
  const rotate = (list: readonly string[], n: number) => list[n % list.length] ?? "";
  const uncached = (worker: Workerd, name: string, list: readonly string[], headers = NO_USER_AGENT) => ({
    name,
    worker,
    count,
    path: () => withOwnAddress(rotate(list, requests), requests++),
    headers,
  });
  const cached = (name: string, list: readonly string[]) => ({
    name,
    worker: app,
    count: count * CACHED_FACTOR,
    path: (n: number) => rotate(list, n),
    headers: NO_USER_AGENT,
  });
  const listings = LISTING_IDS.map((id) => paths.listing(`k${String(id).padStart(15, "0")}`));
  return [
    uncached(floor, "floor list", FEW_LISTS),
    uncached(app, "list, 648 lists", MANY_LISTS),
    uncached(app, "list, few lists", FEW_LISTS),
    cached("list, cached", FEW_LISTS),
    uncached(
      floor,
      "floor listing",
      LISTING_IDS.map((id) => `/tutoring/${id}`),
    ),
    uncached(app, "listing", listings),
    cached("listing, cached", listings),
    uncached(app, "home", [paths.home()]),
    {
      name: "profile",
      worker: app,
      count,
      async prepare() {
        cookie = await signInWithForm(app.url, user);
      },
      path: () => paths.profile(),
      headers: () => ({ ...BROWSER, cookie }),
    },
    uncached(app, "list, browsers", MANY_LISTS, BROWSER),
  ];
}
