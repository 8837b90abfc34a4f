import { describe, expect, test } from "vitest";
import { isCommonPassword } from "@/auth/common-passwords";
import { createNextRefreshToken, createRefreshToken, parseRefreshToken } from "@/auth/refresh-token";
import { createPasswordHasher } from "@/platform/password-hasher";
import { ID_PATTERN } from "@/shared/ids";

describe("passwords", () => {
  const hasher = createPasswordHasher();

  test("a hash contains its parameters, not the password, and differs each time", async () => {
    const [hash, otherHash] = [await hasher.hash("un cuvânt lung"), await hasher.hash("un cuvânt lung")];
    expect(hash).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
    expect(hash).not.toBe(otherHash);
    expect(await hasher.verify("un cuvânt lung", hash)).toBe(true);
    expect(await hasher.verify("un cuvânt lung".normalize("NFD"), hash)).toBe(true);
    expect(await hasher.verify("Un cuvânt lung", hash)).toBe(false);
  });

  test("without an account no password is accepted, not even that of the dummy hash", async () => {
    expect(await hasher.verify("", null)).toBe(false);
    expect(await hasher.verify("x", "md5$x")).toBe(false);
  });

  test("a hash with older parameters is accepted", async () => {
    const { scryptSync } = await import("node:crypto");
    const salt = Buffer.alloc(16, 1);
    const key = scryptSync("vechi", salt, 32, { N: 1024, r: 8, p: 1 }).toString("base64url");
    expect(await hasher.verify("vechi", `scrypt$1024$8$1$${salt.toString("base64url")}$${key}`)).toBe(true);
  });

  test.each(["password1", "PASSWORD123", "12345678", "qwertyuiop", "iloveyou", "Passw0rd"])(
    "%s is common",
    (password) => {
      expect(isCommonPassword(password)).toBe(true);
    },
  );

  test.each([
    "parola123",
    "Parolă1!",
    "p@r0la12",
    "parolaparola",
    "steaua1947",
    "bucuresti",
    "București2024",
    "cluj-napoca",
    "andrei123",
    "Ștefan.2001",
    "123456maria",
    "te iubesc",
    "qwertz1234",
  ])("%s is what Romanians take", (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  test.each(["27031987", "03271987", "01012033"])("%s is common: it is a date", (one) => {
    expect(isCommonPassword(one)).toBe(true);
  });

  test.each([
    "parola de la seif e alta",
    "andrei mananca prune",
    "maria-ioana-rezeda",
    "steaua polara 77",
    "andrei19820317",
    "școala altfel în mai",
    "87264918",
    "32041987",
    "ana永和九年歲",
    "ăâîșțăâîșț",
  ])("%j is not", (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  test.each(["trei culori cunosc", "catedra-demo-2026", "", "constructor"])("%j is not", (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });
});

describe("refresh tokens", () => {
  test("belong to one session, each with its own hash", () => {
    const first = createRefreshToken();
    const second = createNextRefreshToken(first);
    expect(second.sessionId).toBe(first.sessionId);
    expect(second.value).not.toBe(first.value);
    expect(second.hash).not.toBe(first.hash);
    expect(first.sessionId).toMatch(ID_PATTERN);
    expect(createRefreshToken().sessionId).not.toBe(first.sessionId);
    expect(parseRefreshToken(first.value)).toEqual(first);
  });

  test.each(["", "x", "a".repeat(85), "a".repeat(87), `${"a".repeat(85)}=`, `${"a".repeat(85)}\n`])(
    "%j is none",
    (value) => {
      expect(parseRefreshToken(value)).toBeNull();
    },
  );
});
