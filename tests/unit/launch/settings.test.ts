import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseConfig } from "@/env";
import { checkedVars } from "../../../dev/launch/checked-vars";
import { root } from "../../../dev/launch/paths";
import { readSettings, requireFreePorts } from "../../../dev/launch/settings";

const demo: Record<string, string> = checkedVars(readSettings({}), {});

describe("the environment of a local run", () => {
  it("needs no variables", () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({ port: 8787, stubsPort: 8788, siteUrl: "http://localhost:8787" });
    expect(checkedVars(settings, {})).toMatchObject({
      SITE_URL: "http://localhost:8787",
      DEFAULT_LOCALE: "en",
    });
  });

  it("refreshes five-minute tokens every two minutes by default", () => {
    const local = checkedVars(readSettings({}), {});
    const { ACCESS_REFRESH_MS: _, ACCESS_TOKEN_TTL_S: __, ...unsaid } = local;
    const deployed = readFileSync(join(root, "wrangler.toml"), "utf8");
    for (const [name, value] of [
      ["ACCESS_REFRESH_MS", 20 * 60 * 100],
      ["ACCESS_TOKEN_TTL_S", 300],
    ] as const) {
      expect(local[name]).toBe(String(value));
      expect(parseConfig(unsaid)[name]).toBe(value);
      expect(deployed).toContain(`${name} = "${value}"`);
    }
  });

  it("reads a setting from the variable with its name", () => {
    const vars = checkedVars(readSettings({ PORT: "9000" }), {
      SITE_NAME: "Meditații",
      DEFAULT_LOCALE: "ro",
    });
    expect(vars).toMatchObject({
      SITE_NAME: "Meditații",
      DEFAULT_LOCALE: "ro",
      SITE_URL: "http://localhost:9000",
    });
  });

  const wrongPlaces = [
    ["PORT", ""],
    ["PORT", "http"],
    ["PORT", "70000"],
    ["STUBS_PORT", "0"],
    ["STUBS_PORT", "8787"],
    ["DATA_DIR", ""],
  ] as const;
  it.each(wrongPlaces)("names %s when it is %j", (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(name);
  });

  const wrongVars = [
    ["SITE_NAME", ""],
    ["SITE_URL", "catedra"],
    ["DEFAULT_LOCALE", "fr"],
    ["JWT_SECRET", "short"],
    ["ACCESS_TOKEN_TTL_S", "soon"],
    ["STRIPE_API_BASE", "http://localhost:1/v1"],
    ["MAIL_ENDPOINT", ""],
    ["MAIL_FROM", "nobody"],
    ["MAIL_FROM_DIGESTS", "Catedra <nobody>"],
    ["TURNSTILE_SITE_KEY", ""],
    ["VAPID_PUBLIC_KEY", "short"],
    ["VAPID_PRIVATE_KEY", "short"],
    ["VAPID_SUBJECT", "contact@catedra.test"],
    ["EFACTURA_CLIENT_ID", ""],
    ["EFACTURA_API_URL", "https://api.anaf.ro/prod/"],
    ["GA_MEASUREMENT_ID", "UA-1"],
  ] as const;
  it.each(wrongVars)("names %s when it is %j", (name, value) => {
    expect(() => checkedVars(readSettings({}), { [name]: value })).toThrow(name);
  });

  it.each([
    ["ACCESS_TOKEN_TTL_S", 34_560_000],
    ["ACCESS_REFRESH_MS", 34_560_000_000],
    ["REFRESH_GRACE_S", 34_560_000],
    ["REFRESH_IDLE_S", 34_560_000],
    ["REFRESH_REMEMBER_S", 34_560_000],
  ])("allows %s up to 400 days, and names the bound", (name, max) => {
    const read = (value: number) => () => checkedVars(readSettings({}), { [name]: String(value) });
    expect(read(max)()).toMatchObject({ [name]: String(max) });
    expect(read(max + 1)).toThrow(`${name} is malformed: must be at most ${max} (400 days). Set it as`);
  });

  const ownSecrets = {
    JWT_SECRET: "a secret of the tests, of at least 32 bytes",
    STRIPE_SECRET_KEY: "rk_live_of_the_tests",
    STRIPE_WEBHOOK_SECRET: "whsec_of_the_tests",
    EFACTURA_CLIENT_SECRET: "secret of the application of the tests",
    VAPID_PRIVATE_KEY: "RU-AWOvhKMJn2Ekim2JoiinFREW49XnTLtU_An3MagA",
  };

  it.each(["https://your.site", "http://10.0.0.1:8787", "https://localhost.your.site"])(
    "refuses the public secrets and the keys for tests on %s",
    (SITE_URL) => {
      for (const [name, value = demo[name]] of [
        ["JWT_SECRET"],
        ["STRIPE_WEBHOOK_SECRET"],
        ["EFACTURA_CLIENT_SECRET"],
        ["VAPID_PRIVATE_KEY"],
        ["STRIPE_SECRET_KEY", "sk_test_catedra_demo"],
        ["STRIPE_SECRET_KEY", "rk_test_51H"],
      ] as const) {
        const vars = { ...demo, ...ownSecrets, SITE_URL, [name]: value };
        expect(() => parseConfig(vars)).toThrow(
          new RegExp(`^${name} is malformed: it is .*; only a site on localhost may have it\\.[^\\n]*$`),
        );
        expect(parseConfig({ ...vars, SITE_URL: "http://site.localhost:8787" })).toMatchObject({
          [name]: value,
        });
      }
      const turnstile = {
        TURNSTILE_SITE_KEY: `1x${"0".repeat(20)}AA`,
        TURNSTILE_SECRET_KEY: `2x${"0".repeat(31)}AA`,
      };
      expect(() => parseConfig({ ...demo, ...ownSecrets, ...turnstile, SITE_URL })).toThrow(
        /^TURNSTILE_SITE_KEY is malformed.*\nTURNSTILE_SECRET_KEY is malformed/,
      );
    },
  );

  const createOrigins = (SITE_URL: string, API_BASE: string) => ({ ...ownSecrets, SITE_URL, API_BASE });
  it.each([
    ["https://your.site", "https://your.site"],
    ["https://your.site", "https://api.your.site"],
    ["https://www.your.site", "https://api.your.site"],
    ["https://a.b.your.site", "https://api.b.your.site:8443"],
    ["https://www.site.co.uk", "https://api.site.co.uk"],
    ["http://site.localhost:8787", "http://api.site.localhost:8787"],
    ["http://localhost:8787", "http://localhost:8789"],
    ["http://127.0.0.1:8787", "http://127.0.0.1:8789"],
  ])("lets pages of %s call %s", (site, api) => {
    expect(checkedVars(readSettings({}), createOrigins(site, api))).toMatchObject({ API_BASE: api });
  });

  it.each([
    ["https://your.site", "https://api.other.site"],
    ["https://your.site", "https://notyour.site"],
    ["https://your.site", "http://api.your.site"],
    ["https://your.site", "https://api.your.site/v1"],
    ["https://one.co.uk", "https://two.co.uk"],
    ["https://one.workers.dev", "https://two.workers.dev"],
    ["http://localhost:8787", "http://api.localhost:8787"],
    ["http://127.0.0.1:8787", "http://127.0.1.1:8787"],
    ["http://10.0.0.1:8787", "http://20.0.0.1:8787"],
    ["http://[::1]:8787", "http://[::2]:8787"],
  ])("refuses that pages of %s call %s, and names API_BASE", (site, api) => {
    expect(() => checkedVars(readSettings({}), createOrigins(site, api))).toThrow(
      /^API_BASE is (malformed|of another site)/,
    );
  });

  it("requires both Turnstile keys or neither", () => {
    const keys = { TURNSTILE_SITE_KEY: "site", TURNSTILE_SECRET_KEY: "secret" };
    expect(checkedVars(readSettings({}), keys)).toMatchObject(keys);
    expect(() => checkedVars(readSettings({}), { TURNSTILE_SITE_KEY: "site" })).toThrow(
      "TURNSTILE_SECRET_KEY is missing, though TURNSTILE_SITE_KEY is set.",
    );
    expect(() => checkedVars(readSettings({}), { TURNSTILE_SECRET_KEY: "secret" })).toThrow(
      "TURNSTILE_SITE_KEY is missing, though TURNSTILE_SECRET_KEY is set.",
    );
  });

  it("requires all VAPID settings or none", () => {
    const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT, ...others } = checkedVars(
      readSettings({}),
      {},
    );
    expect(parseConfig(others)).not.toHaveProperty("VAPID_PUBLIC_KEY");
    const all = { ...others, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT };
    expect(parseConfig(all)).toMatchObject({ VAPID_SUBJECT: "mailto:contact@catedra.test" });
    expect(() => parseConfig({ ...others, VAPID_SUBJECT })).toThrow(
      /^VAPID_PUBLIC_KEY is missing, though VAPID_SUBJECT is set.*\nVAPID_PRIVATE_KEY is missing/,
    );
  });

  it("names the port in use and the variable to change it", async () => {
    const otherServer = createServer();
    await new Promise<void>((done) => otherServer.listen(0, "127.0.0.1", done));
    const address = otherServer.address();
    const taken = typeof address === "object" && address ? address.port : 0;
    const settings = readSettings({ PORT: "1", STUBS_PORT: String(taken) });
    await expect(requireFreePorts({ ...settings, port: taken, stubsPort: taken })).rejects.toThrow(
      `Port ${taken} is taken: end what uses it, or set PORT`,
    );
    await new Promise((done) => otherServer.close(done));
  });
});
