import { describe, expect, test } from "vitest";
import { isCommonPassword } from "@/auth/common-passwords";

describe("common passwords", () => {
  test.each(["password1", "PASSWORD123", "12345678", "qwertyuiop", "iloveyou", "Passw0rd"])(
    "%s is common",
    async (password) => {
      expect(await isCommonPassword(password)).toBe(true);
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
  ])("%s is what Romanians take", async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  });

  test.each(["27031987", "03271987", "01012033"])("%s is common: it is a date", async (one) => {
    expect(await isCommonPassword(one)).toBe(true);
  });

  test.each([
    "parola de la seif e alta",
    "andrei mananca prune",
    "maria-ioana-rezeda",
    "steaua polara 77",
    "andrei19820317",
    "towns1234",
    "școala altfel în mai",
    "87264918",
    "32041987",
    "ana永和九年歲",
    "ăâîșțăâîșț",
  ])("%j is not", async (password) => {
    expect(await isCommonPassword(password)).toBe(false);
  });

  test.each(["trei culori cunosc", "catedra-demo-2026", "", "constructor"])("%j is not", async (password) => {
    expect(await isCommonPassword(password)).toBe(false);
  });
});
