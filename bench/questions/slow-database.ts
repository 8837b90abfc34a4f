import { rmSync } from "node:fs";
import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { ExecutionContext } from "@cloudflare/workers-types";
import { loadArgon2Module } from "../../dev/launch/argon2-module";
import { type LocalData, openLocalData } from "../../dev/launch/local-data";
import { createApp } from "../../src/app";
import { connect } from "../../src/db/client";
import type { Bindings } from "../../src/env";
import { createSharedServices, type SharedServices } from "../../src/http/app-context";
import { createPageCache } from "../../src/http/page-cache";
import { runSchedule } from "../../src/jobs";
import { createPasswordHasher } from "../../src/platform/password-hasher";
import { JOB_CRONS, JOB_NAMES, type JobCron } from "../../src/shared/job-crons";
import { paths } from "../../src/shared/paths";
import { replaceDueRows } from "../../tests/helpers/due-rows";
import { benchData } from "../catalogue/bench-data";
import type { Figure } from "../figures";
import { copyData, siteVars } from "../harness/app";
import { withOwnAddress } from "../harness/list-paths";
import {
  addUsers,
  fromVisitor,
  PASSWORD,
  signInWithForm,
  teacherEmail,
  teacherListing,
  userEmail,
} from "../harness/users";
import { percentile } from "../median";

/** Time added to each call of the database (ms): the same region, another one, another continent. */
const DELAYS = [30, 80, 150];
const EVERY_MINUTE: JobCron = "* * * * *";
/** The longest times (ms), also with 150 ms a call. */
const MAX_PAGE_MS = 1000;
const MAX_SIGN_IN_MS = 20_000;

type Options = { listings: number; requests: number; "sign-ins": number };
/** What is added to each call of the database, and how many were made. */
type Network = { delayMs: number; calls: number };

/**
 * Serves the app in this process, over a database each of whose calls takes longer. So the figures include the work of
 * the app, but not workerd.
 */
export async function run({ listings, requests, "sign-ins": signIns }: Options): Promise<Figure[]> {
  const { dataDir } = await benchData(listings);
  const figures: Figure[] = [];
  for (const delayMs of DELAYS) {
    const copy = copyData(dataDir, "slow-database");
    await addUsers(copy, signIns + 1, 1);
    const data = await openLocalData(copy);
    const site = serve(data, delayMs);
    try {
      figures.push(...(await timePages(site, requests)));
      figures.push(await timeSignIns(site, signIns));
      figures.push(...(await timeJobs(site, data)));
    } finally {
      await site.stop();
      await data.close();
      rmSync(copy, { recursive: true });
    }
  }
  const load = loadavg().map((value) => value.toFixed(1));
  console.log(`Load of the machine in the last 1, 5 and 15 minutes: ${load.join(", ")}`);
  return figures;
}

type Site = ReturnType<typeof serve>;

function serve(data: LocalData, delayMs: number) {
  const network: Network = { delayMs, calls: 0 };
  const shared: SharedServices = {
    ...createSharedServices(),
    // Renders each page: a cached one makes no call.
    pages: createPageCache(0),
    passwordHasher: createPasswordHasher({ loadModule: loadArgon2Module }),
  };
  const bindings = {
    ...siteVars,
    DB: slowDown(data.db, network),
    MEDIA: data.media,
    MAIL_QUEUE: { send: async () => {} },
    CF_VERSION_METADATA: { id: "bench", tag: "", timestamp: "2026-11-01T00:00:00.000Z" },
  } as unknown as Bindings;
  const later = new Set<Promise<unknown>>();
  const execution = {
    waitUntil: (work: Promise<unknown>) => void later.add(work.finally(() => later.delete(work))),
    passThroughOnException() {},
    props: {},
  } as unknown as ExecutionContext;
  const app = createApp(Date.now, shared);
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) => app.fetch(request, bindings, execution),
  });
  return {
    url: server.url.origin,
    network,
    bindings,
    execution,
    shared,
    /** Waits for the work after responses. */
    settle: () => Promise.all(later),
    async stop() {
      await server.stop(true);
      await Promise.all(later);
    },
  };
}

const CALLS: readonly (string | symbol)[] = ["all", "run", "raw", "first", "batch"];

/** A D1 binding, session or statement whose calls wait before they start. */
function slowDown<T extends object>(target: T, network: Network): T {
  return new Proxy(target, {
    get(_, name) {
      const value = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      if (CALLS.includes(name)) {
        return async (...values: unknown[]) => {
          network.calls++;
          await pause(network.delayMs);
          return value.apply(target, values);
        };
      }
      return (...values: unknown[]) => {
        const result = value.apply(target, values);
        return typeof result === "object" && result !== null ? slowDown(result, network) : result;
      };
    },
  });
}

/** The p95 of each page, one request after the other. */
async function timePages(site: Site, requests: number): Promise<Figure[]> {
  const { network, url } = site;
  const cookie = await runSilently(() => signInWithForm(url, teacherEmail(1)));
  const pages: [name: string, path: string, cookie: string][] = [
    ["home", paths.home(), ""],
    ["list", paths.listings({ subject: "m", county: "cj" }), ""],
    ["listing", paths.listing(teacherListing(2)), ""],
    ["profile", paths.profile(), cookie],
  ];
  const figures: Figure[] = [];
  for (const [name, path, cookie] of pages) {
    const times: number[] = [];
    let calls = 0;
    for (let n = 0; n < requests; n++) {
      await site.settle();
      const before = network.calls;
      const started = performance.now();
      const response = await runSilently(() =>
        fetch(url + withOwnAddress(path, n), { redirect: "manual", headers: { cookie } }),
      );
      await response.text();
      times.push(performance.now() - started);
      calls = network.calls - before;
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
    }
    figures.push({
      what: `p95 of ${name} (ms), ${network.delayMs} ms a call`,
      value: percentile(times, 0.95),
      bound: MAX_PAGE_MS,
      note: `${calls} calls, with those after the response`,
    });
  }
  return figures;
}

/**
 * Sign-ins that all begin at the same time. Their passwords are hashed one after the other; when too many wait, a client
 * tries again as the answer says.
 */
async function timeSignIns({ url, network }: Site, count: number): Promise<Figure> {
  let attempts = 0;
  const signIn = async (n: number) => {
    const started = performance.now();
    for (;;) {
      attempts++;
      const answer = await fetch(url + paths.authToken(), {
        method: "POST",
        headers: fromVisitor(n),
        body: new URLSearchParams({ username: userEmail(n), password: PASSWORD }),
      });
      const text = await answer.text();
      if (answer.status === 200) return performance.now() - started;
      if (answer.status !== 503) throw new Error(`A sign-in answered ${answer.status}: ${text}`);
      await pause(1000 * Number(answer.headers.get("retry-after")));
    }
  };
  const times = await runSilently(() => Promise.all(Array.from({ length: count }, (_, n) => signIn(n))));
  return {
    what: `longest of ${count} sign-ins at once (ms), ${network.delayMs} ms a call`,
    value: Math.max(...times),
    bound: MAX_SIGN_IN_MS,
    note: `median ${Math.round(percentile(times, 0.5))} ms; ${attempts - count} attempts met a full queue`,
  };
}

/** The seconds of the jobs of a minute when each has as much as a run does, and of the minute after it. */
async function timeJobs(
  { bindings, execution, shared, network: { delayMs } }: Site,
  data: LocalData,
): Promise<Figure[]> {
  const runJobs = async (name: string) => {
    const started = performance.now();
    await runSilently(() => runSchedule(name, bindings, execution, shared));
    return (performance.now() - started) / 1000;
  };
  // In this order, because the due rows of the last one leave no visible listing.
  const last = "sweep-expired-listings";
  const names = JOB_NAMES.filter((name) => JOB_CRONS[name] === EVERY_MINUTE && name !== last);
  const seconds: Record<string, number> = {};
  const db = connect(data.db as unknown as Parameters<typeof connect>[0]);
  for (const name of [...names, last]) {
    await replaceDueRows(db, name, Date.now());
    seconds[name] = await runJobs(name);
  }
  console.log(`\nSeconds of the jobs of a full minute, ${delayMs} ms a call`);
  console.table(seconds);
  const next = await runJobs(EVERY_MINUTE);
  const bound = 60;
  return [
    {
      what: `jobs of a full minute (s), ${delayMs} ms a call`,
      value: Object.values(seconds).reduce((sum, value) => sum + value, 0),
      bound,
    },
    { what: `jobs of the minute after it (s), ${delayMs} ms a call`, value: next, bound },
  ];
}

/** Runs the app without its log lines. */
async function runSilently<T>(work: () => Promise<T>): Promise<T> {
  const { log, warn } = console;
  console.log = () => {};
  console.warn = () => {};
  try {
    return await work();
  } finally {
    Object.assign(console, { log, warn });
  }
}
