import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDataPath } from "@/features/data/parse-data-path";
import { app, expectStatus } from "../../helpers/app";

/** A character as an address may contain it: bare, or as its bytes. */
const encoded = (text: string) =>
  [...new TextEncoder().encode(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
const FORBIDDEN = [".", "#", "$", "/", "[", "]", "\u0000", "\u001f", "\u007f"];

/** Keys that may be, whatever they look like in an address. */
const goodKey = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
  .filter((key) => !/[.#$/[\]\p{Cc}]/u.test(key) && key.isWellFormed());
const badKey = fc
  .tuple(goodKey, fc.constantFrom(...FORBIDDEN), goodKey)
  .map(([before, bad, after]) => before + bad + after);

describe("parseDataPath", () => {
  it("decodes keys from any encoding", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(goodKey, fc.boolean()), { minLength: 1, maxLength: 5 }), (keys) => {
        const path = keys.map(([key, all]) => (all ? encoded(key) : encodeURIComponent(key))).join("/");
        expect(parseDataPath(`/data/${path}.json`)).toEqual(keys.map(([key]) => key));
      }),
    );
  });

  it("returns null for an invalid key, however it is encoded", () => {
    fc.assert(
      fc.property(goodKey, badKey, fc.boolean(), (good, bad, first) => {
        const keys = first ? [bad, good] : [good, bad];
        expect(parseDataPath(`/data/${keys.map(encoded).join("/")}.json`)).toBeNull();
      }),
    );
  });

  it.each([
    ["/data/.json", "an empty key"],
    ["/data/a//b.json", "an empty key in the middle"],
    ["/data/%ff.json", "not UTF-8"],
    ["/data/%.json", "an invalid percent encoding"],
    ["/data/%00.json", "a control character"],
    [`/data/${"ț".repeat(385)}.json`, "a key of more than 768 bytes"],
  ])("rejects %s: %s", (path) => {
    expect(parseDataPath(path)).toBeNull();
  });

  it("accepts a key of 768 bytes", () => {
    expect(parseDataPath(`/data/${"ț".repeat(384)}.json`)).toHaveLength(1);
  });

  it.each([
    "/data/.json",
    "/data/users//me.json",
    "/data/users%2Fme.json",
    "/data/listings/[id].json",
    "/data/settings/packages%2Ejson",
    "/ro/data/settings/pack.ages.json",
  ])("GET %s returns 400 invalid_key to every role", async (path) => {
    const answer = await expectStatus(app.get(`${path}?format=export`), 400);
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    expect(await answer.json()).toMatchObject({ title: "invalid_key" });
  });

  it.each(["/data/nothing.json", "/data/users.json", "/data/%252F.json"])(
    "GET %s returns 404",
    async (path) => {
      const answer = await app.get(`${path}?format=export`);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "application/problem+json"]);
    },
  );
});
