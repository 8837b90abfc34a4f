import { describe, expect, test } from "vitest";
import { isCommonPassword } from "@/auth/common-passwords";
import { createNextRefreshToken, createRefreshToken, parseRefreshToken } from "@/auth/refresh-token";
import { ID_PATTERN } from "@/shared/ids";

describe("common passwords", () => {
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
