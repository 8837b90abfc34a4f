import { describe, expect, test } from "vitest";
import { createPasswordHasher } from "@/platform/password-hasher";

const hasher = createPasswordHasher();

/** Hashes that two other libraries computed alike (argon2id 1.0.1 and hash-wasm 4.13.0). */
const SALT = "MDEyMzQ1Njc4OWFiY2RlZg";
const PLAIN = `$argon2id$v=19$m=256,t=2,p=1$${SALT}$r2gwPzMGGO/jjIaR3kBmr/WfjgdcSGCcDfXyV0GeCAk`;
const DIACRITICS = `$argon2id$v=19$m=64,t=3,p=1$${SALT}$XzzXeiWVlvdfLr1DArlXsNQEUHLJmWrjLgnNdoBEDQU`;

describe("createPasswordHasher", () => {
  test("a hash contains its parameters, not the password, and differs each time", async () => {
    const [hash, otherHash] = [await hasher.hash("un cuvânt lung"), await hasher.hash("un cuvânt lung")];
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(hash).not.toBe(otherHash);
    expect(await hasher.verify("un cuvânt lung", hash)).toBe(true);
    expect(await hasher.verify("un cuvânt lung".normalize("NFD"), hash)).toBe(true);
    expect(await hasher.verify("Un cuvânt lung", hash)).toBe(false);
  });

  test("without an account no password is accepted, not even that of the dummy hash", async () => {
    expect(await hasher.verify("", null)).toBe(false);
    expect(await hasher.verify("x", "md5$x")).toBe(false);
  });

  test("hashes of other libraries with other parameters are accepted", async () => {
    expect(await hasher.verify("password", PLAIN)).toBe(true);
    expect(await hasher.verify("parolă cu ț și ș", DIACRITICS)).toBe(true);
  });

  test("the end of a password with diacritics counts", async () => {
    expect(await hasher.verify("parolă cu ț și ș".slice(0, -1), DIACRITICS)).toBe(false);
    expect(await hasher.verify("parolă cu ț și s", DIACRITICS)).toBe(false);
  });

  test("long and short passwords are hashed, also one with a NUL", async () => {
    const quick = createPasswordHasher({ cost: { m: 8, t: 1 } });
    for (const password of ["", "a", "a\0b", "ș".repeat(1000)]) {
      const hash = await quick.hash(password);
      expect(await quick.verify(password, hash)).toBe(true);
      expect(await quick.verify(`${password}x`, hash)).toBe(false);
    }
    expect(await quick.verify("a", await quick.hash("a\0b"))).toBe(false);
  });

  test.each([
    ["more memory than an isolate has", PLAIN.replace("m=256", "m=99999")],
    ["too many passes", PLAIN.replace("t=2", "t=11")],
    ["less memory than Argon2 needs", PLAIN.replace("m=256", "m=7")],
    ["several lanes", PLAIN.replace("p=1", "p=2")],
    ["another version", PLAIN.replace("v=19", "v=16")],
    ["another variant", PLAIN.replace("argon2id", "argon2i")],
    ["a shorter tag", PLAIN.slice(0, -1)],
    ["nothing", ""],
  ])("a stored hash with %s is refused", async (_, stored) => {
    expect(await hasher.verify("password", stored)).toBe(false);
  });
});
