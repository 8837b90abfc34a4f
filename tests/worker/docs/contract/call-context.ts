import { expect } from "vitest";
import { createTestApp, type Jar, type TestApp, type TestRequest, testShared } from "../../../helpers/app";
import type { Role, Rows } from "./rows";

/**
 * The app; with an app check that refuses; without push messages; with full limiters for password hashes
 * and pictures.
 */
const APPS = {
  default: createTestApp(),
  withAppCheck: createTestApp({
    TURNSTILE_SITE_KEY: "site-key",
    TURNSTILE_SECRET_KEY: "secret-key",
    TURNSTILE_VERIFY_URL: "https://turnstile.test/siteverify",
  }),
  withoutPush: createTestApp({
    VAPID_PUBLIC_KEY: undefined,
    VAPID_PRIVATE_KEY: undefined,
    VAPID_SUBJECT: undefined,
  }),
  busy: createTestApp(
    {},
    {
      ...testShared(),
      hashLimiter: { isFull: () => true, run: async () => null },
      svgRenderer: { render: async () => null },
    },
  ),
};
export const app: TestApp = APPS.default;

/** A request, or the changes of a variant to the base request. */
export type Request = Omit<TestRequest, "as" | "form" | "headers"> & {
  path?: string;
  /** The role whose access token is sent, unless `headers` have another. */
  by?: Role | null;
  as?: Jar | undefined;
  form?: Record<string, string>;
  headers?: Record<string, string>;
  app?: keyof typeof APPS;
};

export type CallContext = {
  app: TestApp;
  rows: Rows;
  /** The call's valid request. */
  getBaseRequest(): Promise<Request>;
  /** Sends the base request with changes. Each context has its own IP address. */
  send(change?: Request): Promise<Response>;
  /** Sends any other request from the same IP address. */
  request(path: string, init?: Request): Promise<Response>;
};

let addresses = 0;

/** A pattern in which a path parameter matches any text. */
const toPattern = (template: string) =>
  new RegExp(`^${template.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{[^}]+\}/g, ".+")}$`);

export function createCallContext(
  call: string,
  baseRequest: Request | ((context: CallContext) => Promise<Request>),
  rows: Rows,
): CallContext {
  const [method = "", template = ""] = call.split(" ");
  const address = `10.0.${++addresses >> 8}.${addresses & 255}`;
  let resolved: Promise<Request> | undefined;
  const context: CallContext = {
    app,
    rows,
    getBaseRequest() {
      resolved ??= (async () => (typeof baseRequest === "function" ? baseRequest(context) : baseRequest))();
      return resolved;
    },
    async send(change = {}) {
      const base = await context.getBaseRequest();
      const { path = "", ...init } = { ...base, ...change };
      expect(path.split("?")[0], `a path of ${call}`).toMatch(toPattern(template));
      return context.request(path, { ...init, method, headers: { ...base.headers, ...change.headers } });
    },
    request(path, { by, app: name = "default", as, headers, ...init } = {}) {
      const caller = by ? rows[by].headers : {};
      return APPS[name].request(path, {
        ...init,
        ...(as && { as }),
        headers: { ...caller, ...headers, "cf-connecting-ip": address },
      });
    },
  };
  return context;
}
