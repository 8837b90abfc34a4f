import { afterEach, beforeEach, expect, test } from "vitest";
import { createEFactura, type EFactura } from "@/platform/e-factura";
import { type Bench, startBench } from "./bench";

const CLIENT = { id: "site", secret: "secret" };
const CALLBACK = "http://site.test/admin/e-factura/callback";
const NOW = Date.UTC(2026, 10, 20, 9);
const HOUR_MS = 3_600_000;

let now = NOW;
let bench: Bench;
let authority: EFactura;

beforeEach(async () => {
  now = NOW;
  bench = await startBench({ now: () => now, eFacturaClient: CLIENT });
  authority = createClient();
});
afterEach(() => bench.stop());

const createClient = (clientSecret = CLIENT.secret) =>
  createEFactura({
    clientId: CLIENT.id,
    clientSecret,
    authUrl: `${bench.stubs.url}/anaf-oauth2/v1`,
    apiUrl: `${bench.stubs.url}/prod/FCTEL/rest`,
  }) as EFactura;

/** Consents or refuses with the form of the authority's page. Returns the query that it leads back with. */
async function answer(action: string): Promise<URLSearchParams> {
  const url = authority.getConsentUrl(CALLBACK, "state of the session");
  const page = await (await fetch(url)).text();
  const fields = [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
    name,
    value,
  ]);
  const body = new URLSearchParams({ ...Object.fromEntries(fields), action });
  const response = await fetch(url.split("?")[0] ?? "", { method: "POST", body, redirect: "manual" });
  const target = new URL(response.headers.get("location") ?? "");
  expect(target.origin + target.pathname).toBe(CALLBACK);
  return target.searchParams;
}
const getCode = async () => (await answer("consent")).get("code") ?? "";

test("OAuth: a code is valid once, for a minute; tokens rotate; a consent has an end", async () => {
  expect(Object.fromEntries(await answer("refuse"))).toEqual({
    state: "state of the session",
    error: "access_denied",
  });
  const late = await getCode();
  now += 61_000;
  await expect(authority.exchangeCode(late, CALLBACK, now)).rejects.toMatchObject({ kind: "unauthorized" });
  const code = await getCode();
  await expect(createClient("wrong").exchangeCode(code, CALLBACK, now)).rejects.toMatchObject({
    kind: "unauthorized",
  });
  const first = await authority.exchangeCode(code, CALLBACK, now);
  await expect(authority.exchangeCode(code, CALLBACK, now)).rejects.toMatchObject({ kind: "unauthorized" });
  expect([first.accessExpiresTs - now, first.consentEndsTs - now]).toEqual([
    90 * 24 * HOUR_MS,
    365 * 24 * HOUR_MS,
  ]);

  // As after a crash before the new tokens were stored, the former ones work until the new ones are used.
  await authority.refresh(first.refreshToken, now);
  const second = await authority.refresh(first.refreshToken, now);
  expect(second.consentEndsTs).toBe(first.consentEndsTs);
  await authority.refresh(second.refreshToken, now);
  await expect(authority.refresh(first.refreshToken, now)).rejects.toMatchObject({ kind: "unauthorized" });
  now += 91 * 24 * HOUR_MS;
  await expect(authority.getState(second.accessToken, "1")).rejects.toMatchObject({ kind: "unauthorized" });
});

test("refuses what is no document, and limits calls", async () => {
  const { accessToken } = await authority.exchangeCode(await getCode(), CALLBACK, now);
  const upload = (xml: string, isCreditNote = false) =>
    authority.upload(accessToken, { xml, taxId: "12345674", isCreditNote, isCompany: true });
  expect(await upload("<Invoice>")).toMatchObject({ error: expect.stringContaining("SAXParseException") });
  expect(await upload("<Invoice/>", true)).toMatchObject({ error: expect.stringContaining("'Invoice'") });
  await expect(upload("")).rejects.toMatchObject({ kind: "refused" });

  const uploaded = await upload("<Invoice/>");
  const index = "index" in uploaded ? uploaded.index : "";
  expect(await authority.getState(accessToken, index)).toEqual({ state: "processing" });
  now += 10_000;
  const outcome = await authority.getState(accessToken, index);
  expect(outcome.state).toBe("rejected");
  await expect(authority.getState(accessToken, "1")).rejects.toThrow("Nu exista factura");
  for (let n = 0; n < 98; n++) await authority.getState(accessToken, index);
  await expect(authority.getState(accessToken, index)).rejects.toThrow("interogari in cursul zilei");
  const period = { taxId: "12345674", from: NOW, until: now, state: "accepted", page: 1 } as const;
  expect(await authority.listSent(accessToken, period)).toEqual({ messages: [], pages: 1 });
  expect(await authority.listSent(accessToken, { ...period, state: "rejected" })).toMatchObject({
    messages: [{ index }],
  });
  await expect(authority.listSent(accessToken, { ...period, until: now + HOUR_MS })).rejects.toThrow(
    "viitor",
  );

  now += 60_000;
  for (let n = 0; n < 1_000; n++) await authority.listSent(accessToken, period);
  await expect(authority.listSent(accessToken, period)).rejects.toMatchObject({ kind: "refused" });
  now += 60_000;
  expect(await authority.listSent(accessToken, period)).toMatchObject({ pages: 1 });
  const console = await (await fetch(`${bench.stubs.url}/e-factura`)).text();
  expect(console).toContain(index);
});
