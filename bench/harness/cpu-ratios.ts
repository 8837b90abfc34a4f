import { readWorkerOptions } from "../../dev/launch/read-worker-options";
import { newId } from "../../src/shared/ids";
import { paths } from "../../src/shared/paths";
import { formatShortlist, MAX_GUEST_SHORTLIST } from "../../src/shared/shortlist";
import { benchData } from "../catalogue/bench-data";
import { expireListings } from "../catalogue/expire-listings";
import { addUsers, PASSWORD, userEmail, visitorAddress } from "../catalogue/serve-with-users";
import { createTemplate } from "../floor/page-template";
import { median } from "../median";
import { copyData, createAppConfig } from "./app-configs";
import { createFloorConfig, createSameBytesConfig } from "./floor-configs";
import { FEW_LISTS, MANY_LISTS, withOwnAddress } from "./list-paths";
import { BROWSER, NO_USER_AGENT } from "./load";
import { computeRatio, measureRounds, type Rounds, type Scenario } from "./rounds";
import { signInWithForm } from "./session";
import { findDatabaseFile, startWorkerd, type Workerd, type WorkerdConfig } from "./workerd";

/** Listings that have expired and whose search entries are not deleted yet. */
export const EXPIRED = 1000;
const USERS = 200;
const CONNECTIONS = 16;
/**
 * More sign-ins at a time are deferred with 503 on a slow machine, because the app hashes one password after another.
 */
const SIGN_IN_CONNECTIONS = 2;
const LISTING_IDS = Array.from({ length: 15 }, (_, n) => 1000 + 37 * n);
/** Cookie of a visitor with the longest shortlist, of other listings than those of the pages. */
const FULL_SHORTLIST = `shortlist=${formatShortlist(Array.from({ length: MAX_GUEST_SHORTLIST }, newId))}`;
/** Pages out of the cache cost little: more of them, because CPU time is counted in steps of 10 ms. */
const CACHED_FACTOR = 4;
/** A page of the second floor may differ by this share of bytes from the app's. */
const MAX_BYTE_DIFFERENCE = 0.05;

export type CpuOptions = { listings: number; rounds: number; pages: number };

/** The configurations of the workers that are compared, each with its own data. */
type Configs = { floor: WorkerdConfig; sameBytes: WorkerdConfig; app: WorkerdConfig; expired: WorkerdConfig };
/** `appDataDir` is the data of `app`, with accounts that sign in. */
export type ComparedConfigs = Configs & { appDataDir: string };

export async function createComparedConfigs(listings: number): Promise<ComparedConfigs> {
  const { dataDir } = await benchData(listings);
  const appData = copyData(dataDir, "app");
  await addUsers(appData, USERS, 1);
  const expiredData = copyData(dataDir, "expired");
  expireListings(expiredData, EXPIRED, Date.now());
  const app = await createAppConfig("app", appData);
  const html = await readPage(app, FEW_LISTS[0] ?? "");
  const sameBytesData = copyData(dataDir, "same-bytes");
  const template = createTemplate(html, findDatabaseFile(sameBytesData));
  const sameBytes = await createSameBytesConfig(sameBytesData, readWorkerOptions().d1Databases, template);
  return {
    floor: await createFloorConfig(listings),
    sameBytes,
    app,
    expired: await createAppConfig("expired", expiredData),
    appDataDir: appData,
  };
}

/** One page from a worker that is stopped again. */
async function readPage(config: WorkerdConfig, path: string): Promise<string> {
  const worker = await startWorkerd(config);
  try {
    return await fetchPage(worker, path);
  } finally {
    await worker.stop();
  }
}

async function fetchPage({ url, name }: Workerd, path: string): Promise<string> {
  const response = await fetch(url + path, { headers: NO_USER_AGENT });
  if (response.status !== 200) throw new Error(`${name} answered ${path} with status ${response.status}`);
  return response.text();
}

/** CPU of workerd for each kind of request; `base` is the floor's list or listing page. */
export async function measureCpuRatios(
  configs: ComparedConfigs,
  options: CpuOptions,
  log: (line: string) => void,
): Promise<{
  rounds: Rounds;
  ratio: (name: string, base: string) => number;
  cost: (name: string) => number;
}> {
  const workers: Workerd[] = [];
  const start = async (config: WorkerdConfig) => {
    const worker = await startWorkerd(config);
    workers.push(worker);
    return worker;
  };
  try {
    const compared = {
      floor: await start(configs.floor),
      sameBytes: await start(configs.sameBytes),
      app: await start(configs.app),
      expired: await start(configs.expired),
    };
    await checkPages(compared);
    const rounds = await measureRounds(listScenarios(compared, options.pages), options.rounds, log);
    return {
      rounds,
      ratio: (name, base) => computeRatio(rounds, name, base),
      cost: (name) => median(rounds.get(name) ?? []),
    };
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

type Compared = Record<keyof Configs, Workerd>;

/** Empty pages would cost less, and the second floor must write as many bytes as the app. */
async function checkPages({ floor, sameBytes, app }: Compared): Promise<void> {
  for (const path of FEW_LISTS) {
    for (const worker of [floor, app]) {
      const cards = (await fetchPage(worker, path)).match(/<article/g)?.length ?? 0;
      if (cards < 20) throw new Error(`${path} of ${worker.name} has ${cards} cards; expected 20`);
    }
  }
  const path = FEW_LISTS[0] ?? "";
  const [own, constant] = [await fetchPage(app, path), await fetchPage(sameBytes, path)].map((html) =>
    Buffer.byteLength(html),
  );
  const difference = Math.abs((constant ?? 0) / (own ?? 0) - 1);
  if (difference > MAX_BYTE_DIFFERENCE)
    throw new Error(`${path}: the second floor writes ${constant} bytes, the app ${own}`);
}

function listScenarios({ floor, sameBytes, app, expired }: Compared, pages: number): Scenario[] {
  let requests = 0;
  let cookie = "";
  const rotate = (paths: readonly string[], n: number) => paths[n % paths.length] ?? "";
  const read = (
    worker: Workerd,
    name: string,
    pagePaths: readonly string[],
    { isCached = false, headers = NO_USER_AGENT as Record<string, string> } = {},
  ): Scenario => ({
    name,
    worker,
    count: isCached ? pages * CACHED_FACTOR : pages,
    connections: CONNECTIONS,
    nextRequest: (n) => ({
      path: isCached ? rotate(pagePaths, n) : withOwnAddress(rotate(pagePaths, requests), requests++),
      headers,
    }),
  });
  const listings = LISTING_IDS.map((id) => paths.listing(`k${String(id).padStart(15, "0")}`));
  return [
    read(floor, "floor list", FEW_LISTS),
    read(app, "list, 648 lists", MANY_LISTS),
    read(sameBytes, "same bytes list", FEW_LISTS),
    read(app, "list, few lists", FEW_LISTS),
    read(app, "list, shortlist", MANY_LISTS, { headers: { ...NO_USER_AGENT, cookie: FULL_SHORTLIST } }),
    read(app, "list, cached", FEW_LISTS, { isCached: true }),
    read(
      floor,
      "floor listing",
      LISTING_IDS.map((id) => `/tutoring/${id}`),
    ),
    read(app, "listing", listings),
    read(app, "listing, cached", listings, { isCached: true }),
    read(app, "home", [paths.home()]),
    {
      name: "profile",
      worker: app,
      count: pages,
      connections: CONNECTIONS,
      async prepare() {
        cookie = await signInWithForm(app.url, userEmail(0));
      },
      nextRequest: () => ({ path: paths.profile(), headers: { ...BROWSER, cookie } }),
    },
    read(expired, "list, expired rows", MANY_LISTS),
    read(app, "list, browsers", MANY_LISTS, { headers: BROWSER }),
    {
      name: "sign-in",
      worker: app,
      count: Math.ceil(pages / 50),
      connections: SIGN_IN_CONNECTIONS,
      nextRequest: () => {
        const n = requests++;
        return {
          path: paths.authToken(),
          method: "POST",
          headers: {
            ...BROWSER,
            "content-type": "application/x-www-form-urlencoded",
            "cf-connecting-ip": visitorAddress(n),
          },
          body: new URLSearchParams({
            username: userEmail(1 + (n % (USERS - 1))),
            password: PASSWORD,
          }).toString(),
        };
      },
    },
  ];
}
