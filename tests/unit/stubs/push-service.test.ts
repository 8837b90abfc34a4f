import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createPushTransport, type PushTarget } from "@/platform/push";
import { demoVars } from "../../../dev/launch/local-vars";
import { decryptPush } from "../../../dev/stubs/push/decrypt-push";
import { verifyVapid } from "../../../dev/stubs/push/verify-vapid";
import { type Bench, startBench } from "./bench";

const NOW = Date.UTC(2026, 10, 20, 9);
const vars = demoVars({ siteUrl: "http://site.test", stubsUrl: "http://stubs.test" });
const vapid = {
  publicKey: vars.VAPID_PUBLIC_KEY,
  privateKey: vars.VAPID_PRIVATE_KEY,
  subject: vars.VAPID_SUBJECT,
};

test("decrypts the example of RFC 8291", () => {
  const body =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
  const keys = {
    privateKey: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  };
  expect(decryptPush(Buffer.from(body, "base64url"), keys)).toBe("When I grow up, I want to be a watermelon");
});

describe("the check of the site's signature", () => {
  const AUDIENCE = "https://push.example.com";

  /** The header for a token with these claims, with a new key pair. */
  async function sign(claims: JWTPayload) {
    const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
    const { x = "", y = "" } = await exportJWK(publicKey);
    const point = Buffer.concat([
      Buffer.from([4]),
      Buffer.from(x, "base64url"),
      Buffer.from(y, "base64url"),
    ]).toString("base64url");
    const token = await new SignJWT(claims).setProtectedHeader({ alg: "ES256" }).sign(privateKey);
    return { header: `vapid t=${token}, k=${point}`, key: point };
  }
  const seconds = NOW / 1000;
  const claims = { aud: AUDIENCE, exp: seconds + 3600, sub: "mailto:contact@catedra.test" };

  test("accepts a valid one", async () => {
    const { header, key } = await sign(claims);
    const verified = verifyVapid(header, { audience: AUDIENCE, expectedKey: key, now: NOW });
    await expect(verified).resolves.toEqual({ subject: claims.sub });
  });

  test("refuses another site's key, another signature and another scheme", async () => {
    const { header, key } = await sign(claims);
    const other = await sign(claims);
    const check = (text: string | undefined, expectedKey: string | null) =>
      verifyVapid(text, { audience: AUDIENCE, expectedKey, now: NOW });
    await expect(check(header, other.key)).rejects.toThrow(/another site/);
    await expect(check(header.replace(key, other.key), other.key)).rejects.toThrow(/signature/);
    await expect(check("Bearer token", null)).rejects.toThrow(/vapid/);
    await expect(check(undefined, null)).rejects.toThrow(/vapid/);
  });
});

describe("the push service", () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await startBench({ now: () => NOW, vapidPublicKey: vapid.publicKey });
  });
  afterEach(() => bench.stop());

  const subscribe = async (): Promise<PushTarget> => {
    const { endpoint, keys } = await (await fetch(`${bench.stubs.url}/push`, { method: "POST" })).json();
    return { endpoint, ...keys };
  };
  const send = (target: PushTarget, settings = vapid, text = "Bună, Ștefan!") =>
    createPushTransport(settings)?.(target, { text, topic: "a", ttlSeconds: 86_400, now: NOW });
  const received = async () => (await (await fetch(`${bench.stubs.url}/pushes.json`)).json()).pushes;

  test("accepts and decrypts what the site sends, and shows it", async () => {
    const target = await subscribe();
    expect(await send(target)).toEqual({ state: "sent" });
    expect(await received()).toMatchObject([
      { subscription: target.endpoint.split("/").at(-1), text: "Bună, Ștefan!", ttl: 86_400 },
    ]);
    const page = await (await fetch(`${bench.stubs.url}/pushes`)).text();
    expect(page).toContain("Bună, Ștefan!");
  });

  test("hides the length of the text", async () => {
    const target = await subscribe();
    const lengths: number[] = [];
    const original = globalThis.fetch;
    globalThis.fetch = (async (url: string, init: RequestInit) => {
      lengths.push((init.body as Uint8Array).length);
      return original(url, init);
    }) as typeof fetch;
    try {
      await send(target, vapid, "1");
      await send(target, vapid, "1".repeat(3000));
    } finally {
      globalThis.fetch = original;
    }
    expect(lengths).toEqual([4096, 4096]);
  });

  test("a browser's malformed key is refused before anything is sent", async () => {
    const target = await subscribe();
    const p256dh = `B${"A".repeat(86)}`;
    expect(await send({ ...target, p256dh })).toMatchObject({ state: "refused", error: /keys/ });
  });

  test("an unreachable service is retried", async () => {
    const target = await subscribe();
    const outcome = await send({ ...target, endpoint: "http://127.0.0.1:1/push/x" });
    expect(outcome).toMatchObject({ state: "failed", retryAfterMs: 0 });
  });
});
