import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect } from "vitest";
import { createApp } from "@/app";
import { connect } from "@/db/client";
import * as schema from "@/db/schema";
import { createStatisticsBuffer } from "@/db/statistics";
import type { Bindings } from "@/env";
import { createSharedServices, type SharedServices } from "@/http/app-context";
import { createPageCache } from "@/http/page-cache";
import { createConcurrencyLimiter } from "@/platform/concurrency-limiter";
import { createPasswordHasher } from "@/platform/password-hasher";
import { createSvgRenderer } from "@/platform/svg-renderer";
import { newId } from "@/shared/ids";
import { chaosMode, printWriteRoutes, sendInChaos } from "./database-chaos";
import { createDeclarationCheck } from "./declared-responses";
import { insertSession, type User } from "./rows";
import { SESSION_COOKIE } from "./session-cookie";

/** Mail stays in the outbox, where tests read it. A running sender would continue after the test has ended. */
const noQueue = { send: async () => {}, sendBatch: async () => {} } as unknown as Bindings["MAIL_QUEUE"];

export const bindings: Bindings = { ...(env as unknown as Bindings), MAIL_QUEUE: noQueue };
/** With queries by table, `db.query`, which the app does without. */
export const db = Object.assign(connect(bindings.DB), { query: drizzle(bindings.DB, { schema }).query });
export const ORIGIN = "https://catedra.test";

/** Default request headers. Requests without a User-Agent are not counted in statistics. */
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

export type TestRequest = Omit<RequestInit, "body"> & {
  /** URL-encoded form; an array repeats the name for each value. */
  form?: Record<string, string | readonly string[]>;
  json?: unknown;
  body?: BodyInit | null;
  /** Who sends the request. */
  as?: Actor;
};

/** A browser's cookies, by name. */
export type Jar = Map<string, string>;
export const newJar = (): Jar => new Map();

/** A jar with this refresh cookie. */
export const createJar = (refreshToken = ""): Jar => new Map([[SESSION_COOKIE, refreshToken]]);

/** A browser with its cookies, or a user, whom the first request of an app signs in. */
export type Actor = Jar | Pick<User, "id">;

/** Makes cheap hashes: the cost is minimal. */
export const quickHasher = createPasswordHasher({ cost: { m: 8, t: 1 } });

/**
 * Hashes are cheap and run without pauses, with a long queue timeout for slow machines. Statistics are stored before
 * the response.
 */
export const testShared = (): SharedServices => ({
  ...createSharedServices(),
  passwordHasher: quickHasher,
  // The clock doesn't advance, so a one-second cache would never expire.
  pages: createPageCache(0),
  hashLimiter: createConcurrencyLimiter({ restMs: null, waitMs: 30_000 }),
  svgRenderer: createSvgRenderer(createConcurrencyLimiter({ restMs: null })),
  statistics: createStatisticsBuffer({ pauseMs: 0, retryMs: [0, 0] }),
});

const START = Date.UTC(2026, 10, 20, 9, 0, 0);
/** The time of all apps of a test (ms). Each test starts at the same time. */
const clock = { now: START };
/** The sessions of the users for whom a test sent requests, by user id. */
const sessions = new Map<string, Promise<Jar>>();

/** Settings and bindings of an app that differ from the usual ones. */
type Vars = Partial<Record<keyof Bindings, unknown>>;

/**
 * An app as a function: `app.get("/ro/tutoring")`. The time is `app.clock.now` (ms) until a test changes it. Like a
 * browser, it sends the origin of unsafe requests and the length of forms; headers of the test override them. Most tests
 * use `app`; a second app is a second isolate.
 */
export function createTestApp(vars: Vars = {}, shared: SharedServices = testShared()) {
  const site = createApp(() => clock.now, shared);
  const checkDeclared = createDeclarationCheck(site);
  if (chaosMode) printWriteRoutes(site.routes);

  const getJar = (actor: Actor): Jar | Promise<Jar> => {
    if (actor instanceof Map) return actor;
    const session = sessions.get(actor.id) ?? insertSession({ db, now: clock.now }, actor).then(createJar);
    sessions.set(actor.id, session);
    return session;
  };

  async function request(path: string, { form, json, as, ...init }: TestRequest = {}): Promise<Response> {
    const jar = as && (await getJar(as));
    const headers = new Headers(init.headers);
    if (!headers.has("user-agent")) headers.set("user-agent", BROWSER);
    const method = init.method ?? "GET";
    let body = init.body ?? null;
    if (form) {
      const fields = new URLSearchParams();
      for (const [name, value] of Object.entries(form)) {
        for (const item of Array.isArray(value) ? value : [value]) fields.append(name, item as string);
      }
      if (chaosMode && !fields.has("once")) fields.set("once", newId());
      body = fields.toString();
      if (!headers.has("content-type")) headers.set("content-type", "application/x-www-form-urlencoded");
    }
    if (json !== undefined) {
      body = JSON.stringify(json);
      if (!headers.has("content-type")) headers.set("content-type", "application/json");
    }
    if (body instanceof FormData) {
      if (chaosMode && !body.has("once")) body.set("once", newId());
      const encoded = new Response(body);
      headers.set("content-type", encoded.headers.get("content-type") ?? "");
      body = await encoded.arrayBuffer();
      headers.set("content-length", String(body.byteLength));
    }
    if (method !== "GET" && method !== "HEAD") {
      if (!headers.has("origin")) headers.set("origin", ORIGIN);
      if (!headers.has("sec-fetch-site")) headers.set("sec-fetch-site", "same-origin");
      if (chaosMode && !headers.has("idempotency-key")) headers.set("idempotency-key", newId());
    }
    if (jar?.size) headers.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "));

    const url = path.startsWith("/") ? ORIGIN + path : path;
    const send = async (DB: D1Database): Promise<Response> => {
      const execution = createExecutionContext();
      const sent = new Request(url, { ...init, method, headers, body, redirect: "manual" });
      const all = testApp.bindings;
      const response = await site.fetch(sent, DB === all.DB ? all : { ...all, DB }, execution);
      await waitOnExecutionContext(execution);
      return response;
    };
    const write = { method, pathname: new URL(url).pathname, routes: site.routes, send };
    const isTried = chaosMode && !(body instanceof ReadableStream);
    const answer = await (isTried ? sendInChaos(testApp.bindings.DB, write) : send(testApp.bindings.DB));
    if (jar) keepCookies(jar, answer);
    await checkDeclared(method, url, answer);
    return answer;
  }

  const testApp = {
    clock,
    bindings: { ...bindings, ...vars } as Bindings,
    request,
    get: (path: string, init: TestRequest = {}) => request(path, init),
    /** The text of a page. */
    read: async (path: string, init: TestRequest = {}) => (await request(path, init)).text(),
    post: (path: string, init: TestRequest = {}) => request(path, { ...init, method: "POST" }),
  };
  return testApp;
}

export type TestApp = ReturnType<typeof createTestApp>;

const shared = testShared();
/** The app of a test, which `setup.ts` resets before each. */
export const app = createTestApp({}, shared);

/** Starts `app` again with these settings, as in a new isolate, and the time again. */
export function resetApp(vars: Vars = {}): void {
  clock.now = START;
  sessions.clear();
  app.bindings = { ...bindings, ...vars } as Bindings;
  Object.assign(shared, testShared());
}

/** The response, which must have this status. */
export async function expectStatus<T extends { status: number }>(
  response: T | Promise<T>,
  status: number,
): Promise<T> {
  const answer = await response;
  expect(answer.status).toBe(status);
  return answer;
}

/** The response must have this status. @returns its text */
export const expectPage = async (response: Response | Promise<Response>, status: number): Promise<string> =>
  (await expectStatus(response, status)).text();

/** A page, another text or a list. */
type Content = { includes(text: string): boolean } | null | undefined;

/** The content must include these texts. A failure names the text and does not print a whole page. */
export function expectText(content: Content, ...texts: string[]): void {
  for (const text of texts) expect(content?.includes(text), `contains: ${text}`).toBe(true);
}

/** The content must include none of these texts. */
export function expectNoText(content: Content, ...texts: string[]): void {
  for (const text of texts) expect(content?.includes(text), `contains: ${text}`).toBe(false);
}

/** The response must redirect to this address. */
export async function expectRedirect(
  response: Response | Promise<Response>,
  location: string | null,
  status = 303,
): Promise<void> {
  const answer = await response;
  expect([answer.status, answer.headers.get("location")]).toEqual([status, location]);
}

/** Stores the cookies of a response in a jar, as a browser does. */
export function keepCookies(jar: Jar, answer: Response): void {
  for (const line of answer.headers.getSetCookie()) {
    const [, name, value] = line.match(/^([^=]+)=([^;]*)/) ?? [];
    if (!name) continue;
    if (/max-age=0/i.test(line) || value === "") jar.delete(name);
    else jar.set(name, value ?? "");
  }
}
