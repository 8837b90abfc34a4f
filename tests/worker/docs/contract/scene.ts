import { expect } from "vitest";
import { createTestApp, type Jar, type TestApp, type TestRequest, testShared } from "../../../helpers/app";
import type { Role, Rows } from "./rows";

/** The app, the app with an app check that refuses, and the app while too many passwords and pictures are waiting. */
const APPS = {
  usual: createTestApp(),
  withAppCheck: createTestApp({
    TURNSTILE_SITE_KEY: "site-key",
    TURNSTILE_SECRET_KEY: "secret-key",
    TURNSTILE_VERIFY_URL: "https://turnstile.test/siteverify",
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
export const app: TestApp = APPS.usual;

/** A request or, as an entry of a table, what it has instead of the call's own. */
export type Request = Omit<TestRequest, "as" | "form" | "headers"> & {
  path?: string;
  /** Whose access token is sent, unless `headers` have another. */
  by?: Role | null;
  as?: Jar | undefined;
  form?: Record<string, string>;
  headers?: Record<string, string>;
  app?: keyof typeof APPS;
};

export type Scene = {
  app: TestApp;
  rows: Rows;
  /** The call's own request. */
  getOwn(): Promise<Request>;
  /** Makes the documented call: its own request with changes. Each scene has its own address. */
  send(change?: Request): Promise<Response>;
  /** Sends any other request from the same address. */
  request(path: string, init?: Request): Promise<Response>;
};

let addresses = 0;

/** A path parameter stands for any text. */
const toPattern = (template: string) =>
  new RegExp(`^${template.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{[^}]+\}/g, ".+")}$`);

export function createScene(
  call: string,
  own: Request | ((scene: Scene) => Promise<Request>),
  rows: Rows,
): Scene {
  const [method = "", template = ""] = call.split(" ");
  const address = `10.0.${++addresses >> 8}.${addresses & 255}`;
  let resolved: Promise<Request> | undefined;
  const scene: Scene = {
    app,
    rows,
    getOwn() {
      resolved ??= (async () => (typeof own === "function" ? own(scene) : own))();
      return resolved;
    },
    async send(change = {}) {
      const usual = await scene.getOwn();
      const { path = "", ...init } = { ...usual, ...change };
      expect(path.split("?")[0], `a path of ${call}`).toMatch(toPattern(template));
      return scene.request(path, { ...init, method, headers: { ...usual.headers, ...change.headers } });
    },
    request(path, { by, app: name = "usual", as, headers, ...init } = {}) {
      const caller = by ? rows[by].headers : {};
      return APPS[name].request(path, {
        ...init,
        ...(as && { as }),
        headers: { ...caller, ...headers, "cf-connecting-ip": address },
      });
    },
  };
  return scene;
}
